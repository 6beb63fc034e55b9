"""The tables of working together, one module a noun."""

from together.models.embed import Embed
from together.models.group import Answers, GroupSession, Join
from together.models.link import ShareLink
from together.models.submission import Submission

__all__ = ["Answers", "Embed", "GroupSession", "Join", "ShareLink", "Submission"]
