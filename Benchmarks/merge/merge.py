"""heapq.merge over the sources of a file: items a second of CPU time and a checksum, as JSON."""

import heapq
import json
import struct
import sys
import time

with open(sys.argv[1], "rb") as file:
    data = file.read()
(count,) = struct.unpack_from("<q", data)
offset, sources = 8, []
for _ in range(count):
    (length,) = struct.unpack_from("<q", data, offset)
    numbers = struct.unpack_from(f"<{length * 4}d", data, offset + 8)
    offset += 8 + length * 32
    sources.append([numbers[i:i + 4] for i in range(0, len(numbers), 4)])


def key(item):
    return (-item[0], -item[1], item[2], item[3])


total, items = 0, 0
start = time.process_time()
for item in heapq.merge(*sources, key=key):
    total = ((total ^ int(item[3])) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    items += 1
print(json.dumps({"heapq": items / (time.process_time() - start), "sum": f"{total:016x}"}))
