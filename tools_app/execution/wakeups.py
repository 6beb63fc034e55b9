"""Calling a worker: there is something to do for this tenant.

A call names the tenant, not the run: whoever hears it takes what is due first. A tenant has only as
many calls on their way as it may have runs at a time, and a worker that has worked for a while goes
to the end of the line; so tenants take turns, however much one of them has accepted. The count is a
hint in Redis. Losing it, or a call, costs seconds: beat calls again for whatever is overdue.
"""

import logging

import redis
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError as BrokerError

from config.redis import client
from tenants.cache import tenant_key
from tenants.context import current_tenant

logger = logging.getLogger("tenon.runs")

# A call that nobody heard (its worker died) is forgotten after this long.
FORGOTTEN_SECONDS = 30
COUNT_ONE = """
local calls = tonumber(redis.call('GET', KEYS[1]) or '0')
if calls >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], calls + 1, 'EX', ARGV[2])
return 1
"""
FORGET_ONE = """
local calls = tonumber(redis.call('GET', KEYS[1]) or '0')
if calls > 0 then redis.call('DECR', KEYS[1]) end
return 1
"""


def wake() -> None:
    """Call for the tenant in use. Never raises: what is accepted is accepted."""
    try:
        if client().eval(COUNT_ONE, 1, _key(), settings.RUNS_PER_TENANT, FORGOTTEN_SECONDS):
            publish()
    except (redis.RedisError, BrokerError, OSError):
        logger.warning("No worker could be called; beat will")


def wake_all() -> None:
    """Whatever was counted before: for work that nobody took."""
    client().delete(_key())
    for _ in range(settings.RUNS_PER_TENANT):
        wake()


def publish() -> None:
    from tools_app.tasks import work

    work.apply_async(kwargs={"tenant": current_tenant().slug}, retry=False, ignore_result=True)


def heard() -> None:
    """A call has been answered; the next one may be sent."""
    try:
        client().eval(FORGET_ONE, 1, _key())
    except redis.RedisError:
        logger.warning("A call could not be counted off")


def others_wait() -> bool:
    """Whether more calls are on their way than this tenant's own. False where nobody can say."""
    try:
        with client().pipeline(transaction=False) as pipe:
            pipe.llen(current_app.conf.task_default_queue)
            pipe.get(_key())
            waiting, own = pipe.execute()
    except redis.RedisError:
        return False
    return int(waiting) > int(own or 0)


def _key() -> str:
    return tenant_key("calls")
