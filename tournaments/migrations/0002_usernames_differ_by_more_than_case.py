"""Bob and bob are one name: two people who register at once must not both get it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE UNIQUE INDEX auth_user_username_folded ON auth_user (LOWER(username))",
            "DROP INDEX auth_user_username_folded",
        ),
    ]
