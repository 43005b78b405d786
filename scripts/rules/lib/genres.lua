-- First words of shops' genres, folded, up to the first comma, slash or space. They show where a
-- title with an appended genre ends; they are never evidence.

local set_of = require("lib.set_of")

local genres = set_of([[
  alternative anime blues broadway children's christian christmas classical comedy country dance
  disco dubstep electronic electronica folk funk gangsta gospel hip-hop holiday house indie
  international j-pop jazz k-pop latin latino metal opera pop punk r&b rap reggae rock singer soul
  soundtrack soundtracks techno trance vocal world
]])
return genres
