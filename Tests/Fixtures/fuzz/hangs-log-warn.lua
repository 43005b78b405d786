-- Found by tools/fuzz: hangs.
h.call(1, false, "mix.log.warn", "", h.v.shared_record())
