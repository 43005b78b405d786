-- Titles that programs write where they know none, beside an artist or author who is not named.

local unknown = {}
for title in ([[
  unknown; unknown title; unknown track; unknown album; unknown book; untitled; no title; n a; none;
  null; nan; unbekannt; unbekannter titel; ohne titel; titre inconnu; sans titre; inconnu;
  desconocido; titulo desconocido; sin titulo; senza titolo; sconosciuto
]]):gmatch("%s*([^;]*%w)") do
  unknown[title] = true
end

--- Whether a folded title is one of these.
return function(title) return unknown[title] == true end
