#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs tantivy on a list of texts, like `TextBenchmark`, for `run-text`.

usage: tantivy_engine.py read LIST
       tantivy_engine.py index LIST FOLDER MEGABYTES
       tantivy_engine.py query FOLDER RUNS QUESTION…

`read` does everything that `index` does except indexing: it starts Python, reads and decodes each text, and creates a tantivy document from it.
`index` uses two threads and stores positions. It waits for tantivy's merges, and prints the number of segments. `query` prints the number of
hits and the microseconds of each run for each question. A run ends when the addresses of all hits are collected.
"""

import os
import sys
import time

import tantivy

FIELD = "text"
THREADS = 2


def documents(list_path):
    with open(list_path, "rb") as file:
        paths = file.read().split(b"\0")[:-1]
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY)
        size = os.fstat(descriptor).st_size
        content = os.read(descriptor, size)
        os.close(descriptor)
        document = tantivy.Document()
        document.add_text(FIELD, content.decode())
        yield document


def schema():
    # The default analyzer divides texts at characters other than letters and digits, converts to lower case, and omits tokens of more than 40 bytes.
    return tantivy.SchemaBuilder().add_text_field(FIELD, stored=False, index_option="position").build()


def read(list_path):
    count = sum(1 for _ in documents(list_path))
    print(f"{count} documents")


def index(list_path, folder, megabytes):
    os.makedirs(folder)
    index = tantivy.Index(schema(), path=folder)
    writer = index.writer(int(megabytes) << 20, THREADS)
    for document in documents(list_path):
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    print(f"{searcher.num_docs} documents, {searcher.num_segments} segments")


def parse(question):
    form, _, value = question.partition(":")
    match form:
        case "word":
            query = tantivy.Query.term_query(schema(), FIELD, value, index_option="basic")
        case "phrase":
            query = tantivy.Query.phrase_query(schema(), FIELD, value.split())
        case "prefix":
            query = tantivy.Query.regex_query(schema(), FIELD, value + ".*")
    # Scores are not needed.
    return tantivy.Query.const_score_query(query, 1)


def query(folder, runs, *questions):
    index = tantivy.Index.open(folder)
    searcher = index.searcher()
    for question in questions:
        parsed = parse(question)
        times = []
        for _ in range(int(runs)):
            start = time.perf_counter_ns()
            # Keeps the hits as objects of tantivy. Converting them to Python objects would add to its time.
            result = searcher.search(parsed, limit=searcher.num_docs, count=False)
            times.append((time.perf_counter_ns() - start) / 1e3)
        print(question, len(result.hits), *(f"{time:.1f}" for time in times), sep="\t", flush=True)


if __name__ == "__main__":
    {"read": read, "index": index, "query": query}[sys.argv[1]](*sys.argv[2:])
