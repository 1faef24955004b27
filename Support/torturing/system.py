# SPDX-License-Identifier: Apache-2.0

"""System calls that Python does not offer."""

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)

AT_FDCWD = -100
AT_SYMLINK_NOFOLLOW = 0x100
AT_SYMLINK_FOLLOW = 0x400
RENAME_EXCHANGE = 2
STATX_BTIME = 0x800
CLONE_NEWNS = 0x20000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
MNT_DETACH = 2


def check(result, path=None):
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), path)


def exchange(one, other):
    check(libc.renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE), one)


def link_descriptor(descriptor, path):
    """Gives a file that was opened with O_TMPFILE a name."""
    check(libc.linkat(AT_FDCWD, b"/proc/self/fd/%d" % descriptor, AT_FDCWD, path, AT_SYMLINK_FOLLOW), path)


def birth(path):
    """The time of birth in whole seconds; `None` if the file system does not record it."""
    buffer = ctypes.create_string_buffer(256)
    check(libc.statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME, buffer), path)
    if not int.from_bytes(buffer[0:4], "little") & STATX_BTIME:
        return None
    return int.from_bytes(buffer[80:88], "little", signed=True)


def enter_mount_namespace():
    """Makes later mounts visible to this process and its children only."""
    check(libc.unshare(CLONE_NEWNS))
    check(libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))


def mount_memory(path):
    check(libc.mount(b"tmpfs", path, b"tmpfs", 0, b"size=4m"), path)


def bind(source, path):
    check(libc.mount(source, path, None, MS_BIND, None), path)


def unmount(path):
    check(libc.umount2(path, MNT_DETACH), path)
