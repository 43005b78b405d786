return { name = "p1", entry = "main.lua", summary = "x" , screens = {"home"}, grants = {data=true}, collections = { things = {key="id"} } }
