"""Chooses what is not there."""

import table

table.sit()
table.answer(table.hear(), action=99)
table.play_on()
