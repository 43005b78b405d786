-- Found by tools/fuzz: signal 4.
h.make(1, "Grid")
h.method(2, true, 1, "Grid", "show", 1)
h.method(3, true, 1, "Grid", "focus", math.mininteger)
