"""What is rated together."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Max, Q

from ratings.skill import MAX_SIDES, MIN_SIDES, Parameters


class Pool(models.Model):
    """What is rated together: one engine, one set of options, one version of its rules, one number of seats.

    The parameters are those of `ratings.skill.Parameters`, as the last event of the ledger that changed them has it;
    `parameters_version` numbers their editions. Rows of the ledger say under which edition they were rated.
    """

    engine = models.CharField(max_length=64)
    options = models.JSONField(default=dict, help_text="Complete options of the engine.")
    options_digest = models.CharField(max_length=64, editable=False, help_text="SHA-256 of the options, in hex.")
    rules_version = models.PositiveIntegerField()
    seats = models.PositiveSmallIntegerField(validators=[MinValueValidator(MIN_SIDES), MaxValueValidator(MAX_SIDES)])
    title = models.CharField(max_length=200)
    mu0 = models.FloatField("mu of a newcomer")
    sigma0 = models.FloatField("sigma of a newcomer")
    beta = models.FloatField(help_text="Standard deviation of one performance around the skill: the luck of a board.")
    tau = models.FloatField(help_text="Standard deviation of the drift of a skill from board to board.")
    draw_probability = models.FloatField(help_text="Chance that two equal neighbours in a board's ranking tie.")
    delta = models.FloatField(help_text="Standard deviation of what a new version of a bot changes in its skill.")
    parameters_version = models.PositiveIntegerField(default=1)
    same_owner = models.BooleanField(
        "boards of one owner",
        default=False,
        help_text="Whether boards on which one owner has more than one bot are rated.",
    )
    build = models.ForeignKey(
        "Build", on_delete=models.PROTECT, related_name="+", null=True, editable=False, help_text="What is shown."
    )
    batch = models.ForeignKey(
        "Build", on_delete=models.PROTECT, related_name="+", null=True, editable=False, help_text="The second opinion."
    )
    rebuild_from = models.PositiveIntegerField(
        default=0, editable=False, help_text="The last event of the ledger that calls for a new build."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["engine", "options_digest", "rules_version", "seats"], name="pool_once_per_game"
            ),
            models.CheckConstraint(condition=Q(seats__gte=MIN_SIDES, seats__lte=MAX_SIDES), name="pool_seats_in_range"),
            models.CheckConstraint(
                condition=Q(
                    sigma0__gt=0, beta__gt=0, tau__gte=0, draw_probability__gt=0, draw_probability__lt=1, delta__gte=0
                ),
                name="pool_parameters_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def parameters(self) -> Parameters:
        """The current constants; ValueError if they could not rate every board."""
        return Parameters(
            mu0=self.mu0,
            sigma0=self.sigma0,
            beta=self.beta,
            tau=self.tau,
            draw_probability=self.draw_probability,
            delta=self.delta,
        ).admit_draws()

    @property
    def boards_in_ledger(self) -> int:
        """How many boards its ledger has, which is the place of the last: no rows are counted."""
        last: int | None = self.ledger.aggregate(last=Max("seq"))["last"]
        return last or 0

    @property
    def is_stale(self) -> bool:
        """Whether what is shown does not yet follow from the whole ledger, and a new build is due."""
        return self.build is None or self.build.through < self.rebuild_from

    @classmethod
    def stale(cls) -> models.QuerySet[Pool]:
        """The pools for which `is_stale` holds."""
        return cls.objects.filter(Q(build=None) | Q(build__through__lt=F("rebuild_from")))
