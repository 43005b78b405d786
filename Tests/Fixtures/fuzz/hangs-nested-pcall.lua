-- Found by tools/fuzz: hangs.
h.call(1, true, "xpcall", nil, h.f.nested_pcall)
