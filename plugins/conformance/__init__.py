"""What every engine must pass: ``python -m plugins.conformance <game>``, or one line in the author's tests.

The line, which makes one pytest test of every check, variant and number of seats, is::

    from plugins.conformance.pytest_plugin import conforms
    test_high_card = conforms("high_card", golden=Path(__file__).with_name("golden"))

``checks/`` holds the checks by subject, ``plan.py`` lists them, ``subject.py`` says what they are given.
"""
