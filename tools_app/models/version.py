"""The history of schemas."""

from django.db import models

from config.ids import uuid7


class SchemaVersion(models.Model):
    """One change of one schema of anything that has them; content-addressed, never edited."""

    class Role(models.TextChoices):
        INPUT = "input", "Input"
        OUTPUT = "output", "Output"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    subject_type = models.CharField(max_length=30)
    subject_id = models.UUIDField()
    role = models.CharField(max_length=10, choices=Role)
    version_no = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    schema = models.JSONField()
    author_id = models.UUIDField()
    author_label = models.CharField(max_length=300)
    note = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "schema_versions"
        ordering = ["-created_at", "-version_no"]
        constraints = [
            models.UniqueConstraint(
                "subject_type", "subject_id", "role", "version_no", name="one_version_a_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject_type} {self.subject_id} {self.role} v{self.version_no}"

    @property
    def number_text(self) -> str:
        return str(self.version_no)
