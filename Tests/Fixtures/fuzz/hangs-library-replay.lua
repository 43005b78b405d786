-- Found by tools/fuzz: hangs.
h.call(1, true, "mix.library.replay", h.f.junk)
