"""Reading a zip that a stranger has sent: in memory, and only if all it says of itself is true and said once.

The layout is that of PKWARE's APPNOTE.TXT 6.3.10: members one after the other from the first byte, the directory right
after the last, its end record last of all. A zip that other programs could read otherwise is refused: with bytes of no
member, members that overlap, headers that differ. So what is checked here is all there is.
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from plugins.wording import shown

LOCAL, CENTRAL, END, DESCRIPTOR = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x07\x08"
_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_SUMS = struct.Struct("<3I")
_LONGEST_COMMENT = 0xFFFF
_STORED, _DEFLATED = 0, 8
_DEFLATE_OPTIONS, _DESCRIBED, _UTF8 = 0x0006, 0x0008, 0x0800
_ENCRYPTED = 0x0001 | 0x0040 | 0x2000
_METHODS = {1: "shrink", 6: "implode", 9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd", 95: "xz", 98: "ppmd"}
_SPECIAL = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
_DOS_FOLDER = 0x10
_VERSION = 63  # 6.3: what needs a later one is not what it seems
_ANEW = "make the archive anew"


class BadArchive(Exception):
    """What is wrong with a zip, where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file or folder of a zip, by its headers.

    name:   of a folder without the slash at its end; not checked but for its encoding
    size:   bytes unpacked, as its headers say; ``content`` holds it to that
    packed: where its bytes stand in the zip
    """

    name: str
    is_folder: bool
    executable: bool
    size: int
    packed: slice
    method: int
    crc: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """What the central directory says of a member."""

    raw_name: bytes
    needs: int
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    attributes: int
    at: int

    @property
    def named(self) -> str:
        return shown(self.raw_name.decode(errors="replace"))


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a zip does, an empty one included."""
    return data.startswith((LOCAL, END))


def members(data: bytes, *, most: int) -> list[Member]:
    """The members of a zip, in the order of its directory; nothing is unpacked. Raises BadArchive, for over ``most``
    too.
    """
    begins, ends, count = _end(data)
    if count > most:
        raise BadArchive(f"{count} files and folders; at most {most} are read")
    entries = list(_directory(data, begins, ends, count))
    found = {entry.at: _member(data, entry, begins) for entry in entries}
    if len(found) < count:
        raise BadArchive(f"its directory names a member twice; {_ANEW}")
    at = 0
    for entry in sorted(entries, key=lambda entry: entry.at):
        if entry.at != at:
            what = "overlaps the one before it" if entry.at < at else f"comes after {entry.at - at} bytes of no member"
            raise BadArchive(f"{entry.named}: {what}; {_ANEW}")
        at = _after(data, entry, found[entry.at].packed.stop, begins)
    if at != begins:
        raise BadArchive(f"{begins - at} bytes before its directory belong to no member; {_ANEW}")
    return [found[entry.at] for entry in entries]


def content(data: bytes, member: Member) -> bytes:
    """What a file of ``members(data)`` holds; never more than ``member.size`` + 1 bytes are unpacked.

    Raises BadArchive where that is not what its headers say.
    """
    packed = data[member.packed]
    whole, unpacked = True, packed
    if member.method == _DEFLATED:
        inflating = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            # One byte more than is said shows that there is more, however much it is.
            unpacked = inflating.decompress(packed, member.size + 1)
        except zlib.error as error:
            raise BadArchive(f"{shown(member.name)}: cannot be unpacked ({error}); the archive is damaged") from None
        whole = inflating.eof and not inflating.unused_data
    if len(unpacked) != member.size or not whole:
        more = "more" if len(unpacked) > member.size else "other"
        raise BadArchive(f"{shown(member.name)}: unpacks to {more} than the {member.size} bytes that its header says")
    if zlib.crc32(unpacked) != member.crc:
        raise BadArchive(f"{shown(member.name)}: its checksum is wrong; the archive is damaged")
    return unpacked


def _end(data: bytes) -> tuple[int, int, int]:
    """Where the directory begins and ends, and how many entries it has."""
    at = data.rfind(END, max(0, len(data) - _END.size - _LONGEST_COMMENT))
    if at < 0 or at + _END.size > len(data):
        raise BadArchive("its end is missing; it was cut short, or something stands after it")
    _, disk, begun_on, here, count, length, begins, comment = _END.unpack_from(data, at)
    if at + _END.size + comment != len(data):
        raise BadArchive(f"{len(data) - at - _END.size} bytes after its end, where it says {comment}; {_ANEW}")
    if 0xFFFF in {disk, begun_on, here, count} or 0xFFFFFFFF in {length, begins}:
        raise BadArchive("it is a zip64, which is for more than 4 GiB; make a plain zip")
    if disk or begun_on or here != count:
        raise BadArchive("it is a part of a split archive; make one that is whole")
    if begins + length != at:
        raise BadArchive(
            f"its directory should be the {length} bytes from {begins} on, and ends at {at}: something stands before "
            f"or within it; {_ANEW}"
        )
    return begins, at, count


def _directory(data: bytes, begins: int, ends: int, count: int) -> Iterator[_Entry]:
    at = begins
    for number in range(1, count + 1):
        if at + _CENTRAL.size > ends or not data.startswith(CENTRAL, at):
            raise BadArchive(f"its directory says {count} members and has {number - 1}; {_ANEW}")
        (
            _, _, needs, flags, method, _, _, crc, packed, size, name, extra, comment, disk, _, attributes, header
        ) = _CENTRAL.unpack_from(data, at)  # fmt: skip
        raw_name = data[at + _CENTRAL.size : at + _CENTRAL.size + name]
        entry = _Entry(raw_name, needs, flags, method, crc, packed, size, attributes, header)
        at += _CENTRAL.size + name + extra + comment
        if at > ends:
            raise BadArchive(f"{entry.named}: its entry runs beyond the end of the directory; {_ANEW}")
        if 0xFFFFFFFF in {packed, size, header} or disk == 0xFFFF:
            raise BadArchive(f"{entry.named}: is a zip64 member, which is for more than 4 GiB; make a plain zip")
        if disk or header + _LOCAL.size > begins:
            raise BadArchive(f"{entry.named}: stands outside of the archive; {_ANEW}")
        yield entry
    if at != ends:
        raise BadArchive(f"its directory says {count} members and has more; {_ANEW}")


def _member(data: bytes, entry: _Entry, begins: int) -> Member:
    """The member as both of its headers have it."""
    if entry.flags & _ENCRYPTED:
        raise BadArchive(f"{entry.named}: is encrypted; send it in clear")
    if entry.needs & 0xFF > _VERSION:
        raise BadArchive(f"{entry.named}: says that version {(entry.needs & 0xFF) / 10} of the format is needed")
    if entry.flags & ~(_DEFLATE_OPTIONS | _DESCRIBED | _UTF8):
        raise BadArchive(f"{entry.named}: its flags are {entry.flags:#06x}, which are not read here; make a plain zip")
    if entry.method not in {_STORED, _DEFLATED}:
        method = _METHODS.get(entry.method, f"method {entry.method}")
        raise BadArchive(f"{entry.named}: is compressed by {method}; stored and deflate are read")
    if entry.method == _STORED and entry.packed != entry.size:
        raise BadArchive(f"{entry.named}: is stored, in {entry.packed} bytes of its {entry.size}; {_ANEW}")
    start = _agreed(data, entry)
    if start + entry.packed > begins:
        raise BadArchive(f"{entry.named}: runs into the directory; {_ANEW}")
    name = _name(entry)
    mode = entry.attributes >> 16
    kind = stat.S_IFMT(mode)
    if kind in _SPECIAL:
        raise BadArchive(f"{entry.named}: is {_SPECIAL[kind]}; a program has files and folders")
    is_folder = name.endswith("/")
    if is_folder != (kind == stat.S_IFDIR) and (kind or (not is_folder and entry.attributes & _DOS_FOLDER)):
        raise BadArchive(f"{entry.named}: is a {'folder' if is_folder else 'file'} by its name and none by its mode")
    if is_folder and entry.size:
        raise BadArchive(f"{entry.named}: is a folder that holds {entry.size} bytes")
    return Member(
        name=name.removesuffix("/"),
        is_folder=is_folder,
        executable=bool(mode & stat.S_IXUSR),
        size=entry.size,
        packed=slice(start, start + entry.packed),
        method=entry.method,
        crc=entry.crc,
    )


def _agreed(data: bytes, entry: _Entry) -> int:
    """Where the member's bytes begin, after a header that says what the directory does."""
    if not data.startswith(LOCAL, entry.at):
        raise BadArchive(f"{entry.named}: has no header where the directory says; {_ANEW}")
    name: int
    extra: int
    _, _, flags, method, _, _, crc, packed, size, name, extra = _LOCAL.unpack_from(data, entry.at)
    at = entry.at + _LOCAL.size
    if data[at : at + name] != entry.raw_name:
        other = shown(data[at : at + name].decode(errors="replace"))
        raise BadArchive(f"{entry.named}: is called {other} by its own header; {_ANEW}")
    sums, agreed = (crc, packed, size), (entry.crc, entry.packed, entry.size)
    # Sums that stand after the bytes may be left out before them.
    if (flags, method) != (entry.flags, entry.method) or (
        sums != agreed and not (flags & _DESCRIBED and sums == (0, 0, 0))
    ):
        raise BadArchive(
            f"{entry.named}: its own header says flags {flags:#06x}, method {method}, checksum {crc:08x}, {packed} of "
            f"{size} bytes, the directory {entry.flags:#06x}, {entry.method}, {entry.crc:08x}, {entry.packed} of "
            f"{entry.size}; {_ANEW}"
        )
    return at + name + extra


def _after(data: bytes, entry: _Entry, at: int, begins: int) -> int:
    """Where a member ends whose bytes end at ``at``: sums that do not stand before them stand after."""
    if not entry.flags & _DESCRIBED:
        return at
    sums = _SUMS.pack(entry.crc, entry.packed, entry.size)
    for described in (DESCRIPTOR + sums, sums):
        if data.startswith(described, at, begins):
            return at + len(described)
    raise BadArchive(f"{entry.named}: its sizes after its bytes are not those of the directory; {_ANEW}")


def _name(entry: _Entry) -> str:
    # Without the flag a name is in whatever the writer's system uses: ASCII is that everywhere, and UTF-8 shows itself.
    try:
        return entry.raw_name.decode()
    except UnicodeDecodeError as error:
        wrong = entry.raw_name[error.start]
        raise BadArchive(f"{entry.named}: its name is not UTF-8: byte {wrong:#04x} at {error.start}") from None
