-- Found by tools/fuzz: hangs.
h.call(1, true, "mix.library.import", h.f.next_record)
