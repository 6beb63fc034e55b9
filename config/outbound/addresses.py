"""Which addresses belong to the public internet."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

# Written out: what `is_private` and `is_global` mean has changed between patch releases of Python.
_NOT_PUBLIC_4 = [
    IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        # Azure's agent of the host answers here.
        "168.63.129.16/32",
    )
]
_UNICAST_6 = IPv6Network("2000::/3")
# Tunnels and translations among them carry an IPv4 address that nobody has vetted.
_NOT_PUBLIC_6 = [
    IPv6Network(network)
    for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48")
]
_ISATAP = (0x00005EFE, 0x02005EFE)


def parsed(text: str) -> Address | None:
    """Only the plain forms: no octal, no hexadecimal, no short ones, no zone."""
    try:
        return ip_address(text) if "%" not in text else None
    except ValueError:
        return None


def is_public(address: Address) -> bool:
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _NOT_PUBLIC_4)
    if address not in _UNICAST_6 or any(address in network for network in _NOT_PUBLIC_6):
        return False
    return (int(address) >> 32) & 0xFFFFFFFF not in _ISATAP
