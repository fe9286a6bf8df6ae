"""Zips of every making: honest ones, and by hand such as no honest program writes."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SYMLINK, FIFO, DEVICE, FOLDER, PLAIN, RUNNABLE = 0o120777, 0o010644, 0o020644, 0o040755, 0o100644, 0o100755


def zipped(files: Mapping[str, str | bytes], *, modes: Mapping[str, int] | None = None, comment: bytes = b"") -> bytes:
    """An honest zip; a name that ends in a slash is a folder."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (modes or {}).get(name, PLAIN) << 16 if not name.endswith("/") else FOLDER << 16
            entry.create_system = 3
            target.writestr(entry, data)
        target.comment = comment
    return packed.getvalue()


@dataclass
class Made:
    """One member by hand: what its own header (``local``) and the directory (``central``) say may be set apart."""

    name: bytes
    data: bytes = b"pass"
    mode: int = PLAIN
    method: int = 8
    flags: int = 0
    local: dict[str, Any] = field(default_factory=dict)
    central: dict[str, Any] = field(default_factory=dict)
    packed: bytes | None = None
    before: bytes = b""
    after: bytes = b""

    def says(self) -> dict[str, Any]:
        return {
            "name": self.name, "flags": self.flags, "method": self.method, "crc": zlib.crc32(self.data),
            "packed": len(self.bytes()), "size": len(self.data),
        }  # fmt: skip

    def bytes(self) -> bytes:
        if self.packed is not None:
            return self.packed
        return deflated(self.data) if self.method == 8 else self.data


def deflated(data: bytes) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packing.compress(data) + packing.flush()


def by_hand(*members: Made, gap: bytes = b"", **end: Any) -> bytes:
    """A zip of these members; ``gap`` stands before the directory, ``end`` is what its end record says."""
    out, directory = b"", b""
    for made in members:
        out += made.before
        says = {**made.says(), **made.local}
        at = made.central.get("at", len(out))
        out += struct.pack(
            "<4s5H3I2H", b"PK\x03\x04", 20, says["flags"], says["method"], 0, 33, says["crc"], says["packed"],
            says["size"], len(says["name"]), 0,
        ) + says["name"] + made.bytes() + made.after  # fmt: skip
        says = {**made.says(), "disk": 0, **made.central}
        directory += struct.pack(
            "<4s6H3I5H2I", b"PK\x01\x02", 3 << 8 | 20, 20, says["flags"], says["method"], 0, 33, says["crc"],
            says["packed"], says["size"], len(says["name"]), 0, 0, says["disk"], 0, made.mode << 16, at,
        ) + says["name"]  # fmt: skip
    out += gap
    said = {
        "disk": 0, "begun_on": 0, "here": len(members), "count": len(members), "length": len(directory),
        "begins": len(out), "comment": b"", "said_comment": None, **end,
    }  # fmt: skip
    comment = said["comment"]
    out += directory + struct.pack(
        "<4s4H2IH", b"PK\x05\x06", said["disk"], said["begun_on"], said["here"], said["count"], said["length"],
        said["begins"], len(comment) if said["said_comment"] is None else said["said_comment"],
    )  # fmt: skip
    return out + comment
