"""Ratings are dropped, as they follow from the ledger, and made anew in tables that can be swapped in."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_federation_events'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('ratings', '0001_initial'),
    ]

    operations = [
        migrations.DeleteModel(name='Rating'),
        migrations.CreateModel(
            name='Build',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('live', 'live ratings'), ('batch', 'second opinion')], default='live', max_length=8)),
                ('boards', models.PositiveBigIntegerField(default=0)),
                ('through', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveBigIntegerField(default=0)),
                ('width', models.FloatField(default=1.0)),
                ('started_at', models.DateTimeField(auto_now_add=True)),
                ('lease_until', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('note', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.AddField(
            model_name='build',
            name='pool',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='builds', to='ratings.pool'),
        ),
        migrations.AddField(
            model_name='pool',
            name='delta',
            field=models.FloatField(help_text='Standard deviation of what a new version of a bot changes in its skill.', default=25 / 6),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='pool',
            name='same_owner',
            field=models.BooleanField(default=False, help_text='Whether boards on which one owner has more than one bot are rated.', verbose_name='boards of one owner'),
        ),
        migrations.AddField(
            model_name='pool',
            name='rebuild_from',
            field=models.PositiveIntegerField(default=0, editable=False, help_text='The last event of the ledger that calls for a new build.'),
        ),
        migrations.AddField(
            model_name='pool',
            name='batch',
            field=models.ForeignKey(editable=False, help_text='The second opinion.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.build'),
        ),
        migrations.AddField(
            model_name='pool',
            name='build',
            field=models.ForeignKey(editable=False, help_text='What is shown.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ratings.build'),
        ),
        migrations.RemoveConstraint(model_name='pool', name='pool_parameters_in_range'),
        migrations.AddConstraint(
            model_name='pool',
            constraint=models.CheckConstraint(condition=models.Q(('beta__gt', 0), ('delta__gte', 0), ('draw_probability__gt', 0), ('draw_probability__lt', 1), ('sigma0__gt', 0), ('tau__gte', 0)), name='pool_parameters_in_range'),
        ),
        migrations.AddField(
            model_name='ledgerrow',
            name='batch',
            field=models.PositiveBigIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='ledgerrow',
            name='games',
            field=models.PositiveIntegerField(default=1),
            preserve_default=False,
        ),
        migrations.AlterField(model_name='ledgerrow', name='created_at', field=models.DateTimeField()),
        migrations.CreateModel(
            name='LedgerEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('after', models.PositiveBigIntegerField()),
                ('kind', models.CharField(choices=[('parameters', 'parameters'), ('rerate', 'rerated'), ('join', 'joined'), ('void', 'voided'), ('restore', 'restored'), ('reference', 'reference bot'), ('dismiss', 'no reference bot')], max_length=16)),
                ('data', models.JSONField()),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('created_at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pool', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='ratings.pool')),
            ],
            options={
                'verbose_name': 'event of the ledger',
                'verbose_name_plural': 'events of the ledger',
                'ordering': ['pool_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='RankBucket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('score', 'score'), ('low', 'low'), ('high', 'high')], max_length=5)),
                ('bucket', models.IntegerField()),
                ('count', models.IntegerField()),
                ('build', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='buckets', to='ratings.build')),
            ],
            options={
                'ordering': ['build_id', 'kind', 'bucket'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('score', models.FloatField(help_text='mu - 3 sigma')),
                ('low', models.FloatField(help_text='Lower end of the 95% interval.')),
                ('high', models.FloatField(help_text='Upper end of the 95% interval.')),
                ('boards', models.PositiveIntegerField(default=0, help_text='Rated boards.')),
                ('games', models.PositiveIntegerField(default=0, help_text='Games played on them.')),
                ('wins', models.PositiveIntegerField(default=0)),
                ('draws', models.PositiveIntegerField(default=0)),
                ('losses', models.PositiveIntegerField(default=0)),
                ('public', models.BooleanField(default=True)),
                ('reference', models.BooleanField(default=False)),
                ('fixed', models.BooleanField(default=False)),
                ('last_played_at', models.DateTimeField(null=True)),
                ('build', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='ratings.build')),
                ('pool', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='ratings.pool')),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to='tournaments.botversion')),
            ],
            options={
                'ordering': ['build_id', '-score', 'version_id'],
            },
        ),
        migrations.CreateModel(
            name='RatingPoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveBigIntegerField(help_text='The last board of the ledger that is in it.')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('boards', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('build', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='points', to='ratings.build')),
                ('version', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.botversion')),
            ],
            options={
                'ordering': ['build_id', 'version_id', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='BatchRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('live_mu', models.FloatField()),
                ('live_sigma', models.FloatField()),
                ('version', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.botversion')),
                ('build', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='batch_ratings', to='ratings.build')),
            ],
            options={
                'ordering': ['build_id', 'version_id'],
                'constraints': [models.UniqueConstraint(fields=('build', 'version'), name='batch_once_per_version')],
            },
        ),
        migrations.CreateModel(
            name='Meeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('wins', models.PositiveIntegerField()),
                ('draws', models.PositiveIntegerField()),
                ('losses', models.PositiveIntegerField()),
                ('build', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='meetings', to='ratings.build')),
                ('first', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.botversion')),
                ('second', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.botversion')),
            ],
            options={
                'ordering': ['build_id', 'first_id', 'second_id'],
                'constraints': [models.UniqueConstraint(fields=('build', 'first', 'second'), name='meeting_once_per_pair'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='meeting_in_order')],
            },
        ),
        migrations.AddConstraint(
            model_name='ledgerevent',
            constraint=models.UniqueConstraint(fields=('pool', 'number'), name='ledger_event_once_per_pool'),
        ),
        migrations.AddConstraint(
            model_name='rankbucket',
            constraint=models.UniqueConstraint(fields=('build', 'kind', 'bucket'), name='bucket_once_per_build'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['build', 'public', '-score', 'version'], name='rating_leaderboard'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['build', 'public', 'low'], name='rating_low'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['build', 'public', 'high'], name='rating_high'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('build', 'version'), name='rating_once_per_version_and_build'),
        ),
        migrations.AddConstraint(
            model_name='ratingpoint',
            constraint=models.UniqueConstraint(fields=('build', 'version', 'seq'), name='point_once_per_version'),
        ),
    ]
