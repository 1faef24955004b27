#!/usr/bin/env python3
"""tantivy over a list of texts, as `TextBenchmark` does it: the peer of `run-text`.

usage: tantivy_engine.py read LIST
       tantivy_engine.py index LIST FOLDER MEGABYTES
       tantivy_engine.py query FOLDER RUNS QUESTION…

`read` does what `index` does besides indexing: it starts Python, reads and decodes each text and makes tantivy's document of it.
`index` uses two threads and keeps positions; it waits for tantivy's merges, and prints how many segments there are then. `query` prints
for each question the hits and the microseconds of each run, with the addresses of all hits collected.
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
    # The default analyzer: cut at what is no letter and no digit, in lower case, tokens of more than 40 bytes left out.
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
    # Nobody asks for scores here.
    return tantivy.Query.const_score_query(query, 1)


def query(folder, runs, *questions):
    index = tantivy.Index.open(folder)
    searcher = index.searcher()
    for question in questions:
        parsed = parse(question)
        times = []
        for _ in range(int(runs)):
            start = time.perf_counter_ns()
            # The hits stay tantivy's own objects: making Python's of them would count against it.
            result = searcher.search(parsed, limit=searcher.num_docs, count=False)
            times.append((time.perf_counter_ns() - start) / 1e3)
        print(question, len(result.hits), *(f"{time:.1f}" for time in times), sep="\t", flush=True)


if __name__ == "__main__":
    {"read": read, "index": index, "query": query}[sys.argv[1]](*sys.argv[2:])
