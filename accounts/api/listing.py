"""Lists over REST: in pages, of what somebody may see."""

from abc import ABC, abstractmethod
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework.generics import ListAPIView

from accounts.http import principal_of
from accounts.principal import Principal
from config.pagination import CursorPage

Row = TypeVar("Row", bound=Model)


class FoundView(ListAPIView[Row], ABC):
    """`queryset` is for the schema alone; whoever asks gets what `found` fetches for them, through
    `access`."""

    pagination_class = CursorPage

    @abstractmethod
    def found(self, principal: Principal) -> QuerySet[Row]:
        """The rows that this principal may see."""

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return super().get_queryset()
        return self.found(principal_of(self.request))
