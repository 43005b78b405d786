-- Found by tools/fuzz: memory.
h.call(1, true, "mix.merge.sorted", {}, {["tie"] = h.v.long_texts()})
