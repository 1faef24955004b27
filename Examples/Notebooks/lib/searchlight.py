# SPDX-License-Identifier: Apache-2.0

"""The importer's end of Searchlight's worker protocol; Documentation/WorkerProtocol.md describes it."""

import os
import socket
import struct

VERSION = 6
SOCKET, WINDOW = 3, 4
IMPORT_FILE, WINDOW_IS_FREE = 1, 2
HELLO, TEXT, FAILED, FINISHED = 1, 2, 4, 8
DAMAGED, UNSUPPORTED, IMPORTER = 1, 3, 6
MAXIMUM_FRAME = 64 << 10


class ImportFailure(Exception):
    """Why a file cannot be read. `code` says what is wrong with the file."""

    def __init__(self, message, code=IMPORTER):
        super().__init__(message)
        self.code = code


# Encoding


def number(value):
    """Seven bits per byte, lowest first."""
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def string(text):
    encoded = text.encode(errors="replace")
    return number(len(encoded)) + encoded


def value(of):
    """A value of an attribute: a tag, and then the value."""
    if isinstance(of, bool):
        return bytes([5 if of else 4])
    if isinstance(of, str):
        return b"\x01" + string(of)
    if isinstance(of, int):
        return b"\x02" + number((of << 1 ^ of >> 63) & 0xFFFF_FFFF_FFFF_FFFF)
    if isinstance(of, float):
        return b"\x03" + struct.pack("<d", of)
    return b"\x09" + number(len(of)) + b"".join(map(value, of))


class Reader:
    def __init__(self, data):
        self.data = data
        self.position = 0

    def bytes(self, count):
        self.position += count
        return self.data[self.position - count : self.position]

    def byte(self):
        return self.bytes(1)[0]

    def number(self):
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 0x7F) << shift
            if byte < 0x80:
                return result
            shift += 7

    def counted(self):
        return self.bytes(self.number())

    def optional(self):
        return self.counted() if self.byte() else None


# The connection


class Request:
    """A file to import. The fields that this importer does not need are skipped."""

    def __init__(self, reader, file):
        self.file = file
        self.id = reader.number()
        self.name = os.fsdecode(reader.counted())
        self.byte_count = reader.number()
        reader.bytes(8)
        self.type = reader.optional()


def serve(read):
    """Greets, and answers requests until the indexer closes the connection.

    `read` receives an open binary file and its name, and returns a dictionary of attributes and the text.
    """
    # Asking the socket for its type is a system call that can be avoided.
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, SOCKET)
    size = os.fstat(WINDOW).st_size
    connection.send(bytes([HELLO]) + number(VERSION) + number(0) + number(0))
    while request := receive(connection):
        try:
            with open(request.file, "rb") as file:
                attributes, text = read(file, request.name)
            finish(connection, size, request, attributes, text)
        except ImportFailure as failure:
            connection.send(bytes([FAILED]) + number(request.id) + bytes([failure.code]) + string(str(failure)[:200]))


def receive(connection):
    packet, descriptors, _, _ = socket.recv_fds(connection, MAXIMUM_FRAME, 1)
    if not packet:
        return None
    reader = Reader(packet)
    if reader.byte() != IMPORT_FILE or not descriptors:
        raise SystemExit("an unexpected frame")
    return Request(reader, descriptors[0])


def write(data):
    """Writes to the start of the window."""
    written = 0
    while written < len(data):
        written += os.pwrite(WINDOW, data[written:], written)


def finish(connection, size, request, attributes, text):
    """Sends the text in pieces that fit into the window, and then the attributes."""
    rest = text.replace("\0", " ").encode(errors="replace")
    while rest:
        end = min(len(rest), size)
        # A piece ends between code points.
        while end < len(rest) and rest[end] & 0xC0 == 0x80:
            end -= 1
        write(rest[:end])
        connection.send(bytes([TEXT]) + number(request.id) + number(end))
        if connection.recv(MAXIMUM_FRAME) != bytes([WINDOW_IS_FREE]):
            raise SystemExit("an unexpected frame")
        rest = rest[end:]
    record = number(len(attributes)) + b"".join(string(name) + value(of) for name, of in attributes.items())
    if len(record) > size:
        raise ImportFailure("the attributes do not fit into the window")
    write(record)
    # No text, type, MIME type, importer, text that equals the file, or warning.
    connection.send(bytes([FINISHED]) + number(request.id) + number(0) + number(len(record)) + bytes(5))
