-- Found by tools/fuzz: signal 4.
h.call(1, true, "mix.xml.decode", "<![CDATA[x]]>")
