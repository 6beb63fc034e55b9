"""Cursor pages: stable while rows are added, and as quick on the last page as on the first."""

from rest_framework.pagination import CursorPagination


class CursorPage(CursorPagination):
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
    # Ids are made in the order of time (version 7), and the primary key is the index.
    ordering = ("-id",)
