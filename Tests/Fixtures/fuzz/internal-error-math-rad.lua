-- Found by tools/fuzz: internal error.
h.call(1, true, "math.rad", h.v.erring())
