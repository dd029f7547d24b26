"""Sizes for a reader: files in units of 10⁶ bytes, as download pages count them, and memory in units of 2³⁰."""


def mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def gib(size: int) -> str:
    return f"{size / 2**30:.1f} GiB"
