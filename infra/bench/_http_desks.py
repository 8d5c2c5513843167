"""Desks that sell over HTTP, each on a connection of its own, from a process of their own."""

import http.client
import json
import random
import time
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from threading import Barrier, Thread
from typing import Any, Final

HOST: Final = "127.0.0.1"


def trips_a_second(
    port: int, *, headers: Mapping[str, str], carts: Sequence[bytes], desks: int, warming: int, seconds: float
) -> float:
    """
    Return how many trips desks save and reserve in a second, all together.

    :param headers: what signs the desks in
    :param carts: bodies of /api/trip/save to choose from
    :param warming: trips that each desk sells first, uncounted
    :raises RuntimeError: the server refused one
    """
    found = get_context("fork").SimpleQueue()
    job = get_context("fork").Process(
        target=_sell, args=(port, dict(headers), carts, desks, warming, seconds, found)
    )
    job.start()
    told = found.get()
    job.join()
    if isinstance(told, str):
        raise RuntimeError(told)
    return float(told)


def _sell(
    port: int,
    headers: dict[str, str],
    carts: Sequence[bytes],
    desks: int,
    warming: int,
    seconds: float,
    found: Any,
) -> None:
    gate, sold, problems = Barrier(desks), [0] * desks, []

    def desk(number: int) -> None:
        rng, line = random.Random(number), http.client.HTTPConnection(HOST, port)  # noqa: S311
        try:
            for _ in range(warming):
                _trip(line, headers, rng.choice(carts))
            gate.wait()
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                _trip(line, headers, rng.choice(carts))
                sold[number] += 1
        except Exception as problem:  # told to who waits, whatever it is
            problems.append(f"{type(problem).__name__}: {problem}")
            gate.abort()

    threads = [Thread(target=desk, args=(number,)) for number in range(desks)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    found.put(problems[0] if problems else sum(sold) / seconds)


def _trip(line: http.client.HTTPConnection, headers: dict[str, str], cart: bytes) -> None:
    trip = _post(line, "/api/trip/save", headers, cart)["trip"]
    _post(line, f"/api/trip/{trip['id']}/reserve", headers, b'{"notify": false}')


def _post(line: http.client.HTTPConnection, path: str, headers: dict[str, str], body: bytes) -> Any:
    line.request("POST", path, body, headers)
    answer = line.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {content[:300]!r}")
    return json.loads(content)
