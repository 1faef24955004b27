# SPDX-License-Identifier: Apache-2.0
"""Searches as an assistant does, with the public client of the Model Context Protocol (PyPI: mcp): all tools, what is not shown, and the time,
memory and wake-ups of the server."""

import asyncio
import os
import pathlib
import statistics
import time

import mcp
import mcp.types

HOME = pathlib.Path.home()
DOCUMENTS = HOME / "Documents"
STARTS, ANSWERS = 10, 50
IDLE = 20  # seconds
SERVER = mcp.StdioServerParameters(command="searchlight-mcp", args=["--folder", str(DOCUMENTS)], env=dict(os.environ))


def expect(condition, message):
    if not condition:
        raise SystemExit(f"  FAILED: {message}")


def server():
    """The process of the server, which is the only one of its name."""
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if (entry / "cmdline").read_bytes().startswith(b"searchlight-mcp\0"):
                return entry
        except OSError:
            pass
    raise SystemExit("  FAILED: the server does not run")


def field(process, name):
    for line in (process / "status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1])
    raise KeyError(name)


def switches(process):
    return field(process, "voluntary_ctxt_switches") + field(process, "nonvoluntary_ctxt_switches")


async def cold():
    """The time from the start of the server to its first hits."""
    begin = time.perf_counter()
    async with mcp.stdio_client(SERVER) as (read, write), mcp.ClientSession(read, write) as session:
        await session.initialize()
        await session.call_tool("search", {"query": "annual report"})
        return (time.perf_counter() - begin) * 1000


async def use(session, figure):
    answer = await session.initialize()
    figure(f"the client is mcp {version()}, and both agree on version {session.protocol_version} of the protocol")
    expect(answer.server_info.name == "searchlight-mcp" and str(DOCUMENTS) in answer.instructions, f"who answers: {answer}")
    tools = (await session.list_tools()).tools
    expect([tool.name for tool in tools] == ["search", "search_predicate", "attributes", "passages"], f"tools: {tools}")
    expect(all(tool.annotations.read_only_hint for tool in tools), "a tool does not say that it only reads")

    # The client validates structured results with the schemas that the server has listed.
    async def call(tool, **arguments):
        result = await session.call_tool(tool, arguments)
        expect(not result.is_error, f"{tool}: {result.content[0].text if result.content else result}")
        return result.structured_content

    async def failure(tool, **arguments):
        result = await session.call_tool(tool, arguments)
        expect(result.is_error, f"{tool} {arguments} has no error")
        return result.content[0].text

    hits = (await call("search", query="annual report"))["hits"]
    names = [pathlib.Path(hit["path"]).name for hit in hits]
    expect(names == ["Annual report.txt", "Minutes.txt"], f"hits: {names}")
    expect("annual" in hits[0]["passage"].lower(), f"passage: {hits[0]}")
    everything = (await call("search_predicate", predicate='kMDItemFSName == "*"', limit=100))["hits"]
    expect(len(everything) == 5, f"all: {everything}")
    shown = await call("attributes", path=hits[1]["path"])
    expect(shown["attributes"]["kMDItemFSSize"] == hits[1]["size"], f"attributes: {shown}")
    found = (await call("passages", query="tea", paths=[hits[1]["path"]]))["passages"]
    expect("tea" in found[0]["passage"], f"passages: {found}")

    garden = HOME / "Notes" / "Garden.txt"
    expect(garden.exists(), "there is no file to hide")
    expect((await call("search", query="slugs"))["hits"] == [], "a file outside of the folder is found")
    wrong = {await failure("attributes", path=str(path)) for path in (garden, garden.parent / "missing.txt", DOCUMENTS / ".." / "Notes" / "Garden.txt")}
    expect(len(wrong) == 1, f"other paths do not look alike: {wrong}")
    await failure("search", query="report", folder=str(garden.parent))
    await failure("search_predicate", predicate="kMDItemFSName = = 1")
    try:
        await session.call_tool("write", {})
        expect(False, "there is a tool that does not exist")
    except mcp.MCPError as error:
        expect(error.error.code == -32602, f"error: {error}")
    await session.send_ping()

    times = []
    for _ in range(ANSWERS):
        begin = time.perf_counter()
        await call("search", query="annual report")
        times.append((time.perf_counter() - begin) * 1000)
    figure(f"a search with passages, with the client's part: median {statistics.median(times):.1f} ms ({ANSWERS})")
    process = server()
    figure(f"resident memory: {field(process, 'RssAnon') / 1024:.1f} MB, and {field(process, 'RssFile') / 1024:.1f} MB of mapped files")
    # The answer has arrived, but the process may not wait for the next call yet.
    previous = None
    while (before := switches(process)) != previous:
        previous = before
        await asyncio.sleep(0.2)
    await asyncio.sleep(IDLE)
    wakeups = switches(process) - before
    figure(f"wake-ups in {IDLE} s without a call: {wakeups}")
    expect(wakeups == 0, "it does not rest")


def version():
    from importlib import metadata
    return metadata.version("mcp")


async def test():
    figures = []

    def figure(text):
        figures.append(text)
        print(f"  {text}", flush=True)

    async with mcp.stdio_client(SERVER) as (read, write), mcp.ClientSession(read, write) as session:
        await use(session, figure)
    # This way, clients of later versions of the protocol begin, and then take an earlier version.
    async with mcp.Client(mcp.stdio_client(SERVER)) as client:
        result = await client.call_tool("search", {"query": "annual report"})
        expect(len(result.structured_content["hits"]) == 2, f"hits: {result}")
        figure("a client that first asks for a later version takes an earlier one")
    times = [await cold() for _ in range(STARTS)]
    figure(f"first hits with the start of the program: median {statistics.median(times):.1f} ms ({STARTS})")
    (pathlib.Path(os.environ["OUTPUT"]) / "assistant.txt").write_text("\n".join(figures) + "\n")


asyncio.run(test())
