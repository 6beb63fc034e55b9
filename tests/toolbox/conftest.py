"""Properties are tried on whatever machine there is: no example fails for being slow."""

from hypothesis import HealthCheck, settings

settings.register_profile("toolbox", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("toolbox")
