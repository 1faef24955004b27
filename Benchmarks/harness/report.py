# SPDX-License-Identifier: Apache-2.0

"""Records of measurements and machines: JSON with all single measurements, and Markdown with tables."""

import json
import os
import pathlib
import platform
import statistics
import subprocess


def machine(path):
    """The properties of the machine that affect times, without its name or folders."""
    processor = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                      if line.startswith("model name")), platform.machine())
    memory = int(pathlib.Path("/proc/meminfo").read_text().split()[1]) * 1024
    system = next((line.split("=", 1)[1].strip('"') for line in pathlib.Path("/etc/os-release").read_text().splitlines()
                   if line.startswith("PRETTY_NAME=")), "unknown")
    kind = subprocess.run(["findmnt", "-no", "FSTYPE", "-T", path], capture_output=True, text=True, check=False).stdout.strip()
    return {"processor": processor, "cores": len(os.sched_getaffinity(0)), "memory": memory, "kernel": platform.release().split("-")[0],
            "system": system, "file system": kind, "python": platform.python_version(),
            "load before": round(os.getloadavg()[0], 2)}


def describe(computer):
    return (f"{computer['processor']}, {computer['cores']} cores, {computer['memory'] / 1e9:.0f} GB, {computer['system']}, "
            f"Linux {computer['kernel']}, {computer['file system']}; load before the run {computer['load before']}")


def revision(folder):
    """Searchlight's version: the commit that is checked out."""
    answer = subprocess.run(["git", "-C", folder, "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"


def megabytes(count):
    return f"{count / 1e6:,.1f}"


def milliseconds(seconds):
    return f"{seconds * 1e3:,.1f}" if seconds < 0.1 else f"{seconds * 1e3:,.0f}"


def ratio(ours, theirs):
    return f"{ours / theirs:.2f}" if theirs else "–"


def table(header, rows):
    widths = [max(len(str(row[column])) for row in [header, *rows]) for column in range(len(header))]
    line = lambda cells: "| " + " | ".join(str(cell).ljust(width) for cell, width in zip(cells, widths)) + " |"
    return "\n".join([line(header), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows)])


def indexing_rows(record, ours):
    rows = []
    for name, cost in record["indexing"].items():
        if "error" in cost:
            rows.append([name, cost["error"], *[""] * 7])
            continue
        seconds = f"{cost['seconds']:.2f}" + ("" if cost["finished"] else " (stopped)")
        # No ratio for results of another time and load.
        kept = cost.get("kept", False)
        if kept:
            seconds += f" ({cost['date']}, load {cost['load']})"
        rows.append([
            name, seconds, "–" if kept else ratio(ours["seconds"], cost["seconds"]) if ours else "–", f"{cost['cpu_seconds']:.1f}",
            megabytes(cost["peak_memory"]), megabytes(cost["peak_mapped"]), megabytes(cost["index_bytes"]),
            f"{cost['index_bytes'] / max(record['corpus']['files'] - record['corpus'].get('left out', 0), 1):.1f}",
            f"{cost['again_seconds']:.2f}" if "again_seconds" in cost else "–"])
    return rows


def query_cell(answer):
    if answer is None:
        return "–"
    if "error" in answer:
        return answer["error"]
    return f"{milliseconds(statistics.median(answer['seconds']))} ({answer['hits']:,})"


def query_rows(record, peers, own):
    rows = []
    for question, answers in record["queries"].items():
        ours = answers.get(own)
        row = [question, query_cell(ours)]
        for peer in peers:
            theirs = answers.get(peer)
            row.append(query_cell(theirs))
            comparable = ours and theirs and "seconds" in ours and "seconds" in theirs
            row.append(ratio(statistics.median(ours["seconds"]), statistics.median(theirs["seconds"])) if comparable else "–")
        rows.append(row)
    return rows


def agreement(record, own):
    """For each peer, the differences between the found paths."""
    for peer, rows in record.get("agreement", {}).items():
        same = [title for title, row in rows.items() if not any(kinds for name, kinds in row.items() if name != "both")]
        lines = []
        for title, row in rows.items():
            alone = [f"{name} alone finds " + ", ".join(f"{count:,} ({kind})" for kind, count in sorted(kinds.items()))
                     for name, kinds in row.items() if name != "both" and kinds]
            if alone:
                lines.append(f"- {title}: {row['both']:,} in common; " + "; ".join(alone) + ".")
        end = ". The others:\n" if lines else "."
        yield f"{own} and {peer} find the same paths by {len(same)} of {len(rows)} questions of names{end}" + "\n".join(lines)


def markdown(record, own):
    """The record as tables. A ratio is our value divided by the peer's: below 1 is faster."""
    ours = record["indexing"].get(own)
    ours = ours if ours and "error" not in ours else None
    peers = sorted({name for answers in record["queries"].values() for name in answers} - {own})
    header = ["question"] + [own] + [cell for peer in peers for cell in (peer, "ratio")]
    corpus = record["corpus"]
    parts = [
        f"# {record['date']}: `{corpus['name']}`",
        f"{corpus['files']:,} files ({corpus['left out']:,} of them in folders that Searchlight leaves out), {corpus['directories']:,} directories, {corpus['bytes'] / 1e6:,.0f} MB. "
        f"{describe(record['machine'])}. Page cache warm.",
        "Versions: " + ", ".join(f"{name} {version}" for name, version in record["versions"].items()) + ".",
        "Not installed: " + (", ".join(record["missing"]) or "none") + ".",
        f"Floors: `true` as a whole process {milliseconds(record['floors']['true'])} ms"
        + (f"; a stat of each file (`find -size`) {record['floors']['stat']:.2f} s." if record["floors"]["stat"] else "."),
        "## Indexing",
        table(["tool", "seconds", "ratio", "CPU s", "peak MB", "mapped MB", "index MB", "bytes/file", "again s"],
              indexing_rows(record, ours)),
        "Largest process of each kind, MB: " + "; ".join(
            f"{name}: " + ", ".join(f"{process} {megabytes(size)}" for process, size in sorted(cost["processes"].items()))
            for name, cost in record["indexing"].items() if cost.get("processes")) + ".",
        "## Queries",
        f"Median milliseconds of {record['runs']} whole processes in turn (hits); ratios are ours ÷ theirs.",
        table(header, query_rows(record, peers, own)),
        *agreement(record, own),
    ]
    return "\n\n".join(parts) + "\n"


def keep(record, text, base, folder):
    """Writes a record in both forms below `folder` under a name not yet taken; returns the Markdown's path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    name, number = base, 1
    while (folder / f"{name}.json").exists():
        number += 1
        name = f"{base}-{number}"
    (folder / f"{name}.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    (folder / f"{name}.md").write_text(text)
    return folder / f"{name}.md"
