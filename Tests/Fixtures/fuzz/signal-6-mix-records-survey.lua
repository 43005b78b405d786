-- Found by tools/fuzz: signal 6.
h.call(7, true, "mix.records.survey", 1e10, {})
