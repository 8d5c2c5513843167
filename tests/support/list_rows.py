"""Rows around lists: long work, a saved view, an export."""

from outfitter_tenants.jobs.models import Job
from outfitter_tenants.tableviews.models import TableView
from outfitter_tenants.transfer.models import Transfer
from tests.support.trip_rows import BEGIN


def make_around_lists() -> dict[str, int]:
    """Make one of each in the operator whose schema this is; returns ids by path parameter."""
    job = Job.objects.create(kind="transfer.export", created_at=BEGIN)
    view = TableView.objects.create(
        table="trips", title="Shared", is_shared=True, created_at=BEGIN, changed_at=BEGIN
    )
    export = Transfer.objects.create(
        kind="export", object="trips", format="csv", created_at=BEGIN, expires_at=BEGIN
    )
    return {"job": job.pk, "tableView": view.pk, "tableview": view.pk, "iej": export.pk}
