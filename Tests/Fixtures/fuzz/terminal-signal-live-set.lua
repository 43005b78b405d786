-- Found by tools/fuzz: signal 4.
h.make(1, "UiLive")
h.method(2, false, 1, "UiLive", "set", math.mininteger, {1})
