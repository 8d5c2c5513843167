"""
Traces by OpenTelemetry's own SDK, once `OTEL_EXPORTER_OTLP_ENDPOINT` says where to send them.

Spans carry what stands in `work.Work` and templates, never an address, a parameter or the text of an
exception (ADR 157).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor
    from opentelemetry.trace import Span, Tracer

Attributes = Mapping[str, str | int | float]
# W3C's name for the header that leads from one process to the next.
PARENT = "traceparent"


class _State:
    tracer: "ClassVar[Tracer | None]" = None


def start(*, resource: Any, ratio: float, processor: "SpanProcessor") -> Any:
    """
    Begin to trace; returns what can be flushed and shut down.

    :param ratio: which part of all traces is kept, 0 to 1; decided once, where a trace begins
    """
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

    provider = TracerProvider(resource=resource, sampler=ParentBased(TraceIdRatioBased(ratio)))
    provider.add_span_processor(processor)
    _State.tracer = provider.get_tracer("outfitter")
    return provider


def stop() -> None:
    """Trace nothing any more."""
    _State.tracer = None


def is_on() -> bool:
    """Return whether anything is traced."""
    return _State.tracer is not None


@contextmanager
def span(
    name: str, kind: str = "INTERNAL", *, parent: str | None = None, attributes: Attributes | None = None
) -> "Iterator[Span | None]":
    """
    Record what happens in the block; None where nothing is traced.

    An exception is noted by its type alone: its text may quote somebody's data.

    :param kind: OpenTelemetry's: SERVER, CONSUMER, CLIENT, INTERNAL
    :param parent: a `traceparent` of our own; what visitors send is not listened to
    """
    tracer = _State.tracer
    if tracer is None:
        yield None
        return
    from opentelemetry.trace import SpanKind, Status, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract({PARENT: parent}) if parent else None
    with tracer.start_as_current_span(
        name,
        context=context,
        kind=SpanKind[kind],
        attributes=dict(attributes or {}),
        record_exception=False,
        set_status_on_exception=False,
    ) as made:
        try:
            yield made
        except BaseException as problem:
            made.set_status(Status(StatusCode.ERROR))
            made.set_attribute("error.type", type(problem).__qualname__)
            raise


def is_recorded() -> bool:
    """Return whether the trace that is under way is one of those that are kept."""
    if _State.tracer is None:
        return False
    from opentelemetry.trace import get_current_span

    return get_current_span().is_recording()


def traceparent() -> str:
    """Return what another process needs to go on with this trace, "" for none."""
    if _State.tracer is None:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get(PARENT, "")


def ids() -> dict[str, str]:
    """Return the trace and the span that are under way, as a line of the log names them."""
    if _State.tracer is None:
        return {}
    from opentelemetry.trace import format_span_id, format_trace_id, get_current_span

    context = get_current_span().get_span_context()
    if not context.is_valid:
        return {}
    return {"trace_id": format_trace_id(context.trace_id), "span_id": format_span_id(context.span_id)}
