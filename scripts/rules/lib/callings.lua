-- Reads what people do out of a description of them: "American actor and singer", "Komponist".

local text = mix.text

-- Words by the field of work that they belong to; those with a hyphen are beginnings.
local fields = {
  acting = [[ actor actress acting acteur actrice attore attrice ator atriz schauspieler- актер-
    актриса comedian ]],
  music = [[ singer- musician- musiker- musicien- musico music rapper composer- compositeur-
    compositor- komponist- songwriter pianist- guitarist- drummer violinist- cellist- bassist-
    conductor dirigent saxophonist trumpeter vocalist band dj sanger- chanteu- cantant- cantor-
    певец певица музыкант композитор ]],
  writing = [[ author- writer- writing novelist- poet poetess playwright dramatist essayist
    journalist- autor- schriftsteller- ecrivain- romanci- escritor- scrittore scrittrice dichter-
    memoirist писатель- поэт ]],
  film = [[ director- directing filmmaker- regisseur- realisat- regist- cineaste screenwriter-
    режиссер- ]],
  sport = [[ footballer- football soccer player basketball- baseball- tennis cricket- hockey-
    athlete- swimmer- cyclist- wrestler- boxer- golfer- fussball- futbolista calciatore ]],
  politics = [[ politician- president- minister senator- governor- statesman politiker- politico
    king queen- emperor general ]],
  art = [[ painter- sculptor- artist- maler- peintre pintor- photographer- illustrator- designer-
    architect- cartoonist- zeichner- dessinat- ]],
  science = [[ scientist- physicist- chemist- mathematician- biologist- economist- engineer-
    philosopher- historian- professor- theologian- archaeologist- ]],
  broadcast = [[ presenter- broadcaster- host moderator- ]],
}

local known, beginnings = {}, {}
for field, words in pairs(fields) do
  for word, open in words:gmatch("([^%s%-]+)(%-?)") do
    if open == "" then
      known[word] = field
    else
      beginnings[#beginnings + 1] = { word, field }
    end
  end
end

local function field_of(word)
  if known[word] then return known[word] end
  for _, beginning in ipairs(beginnings) do
    if word:sub(1, #beginning[1]) == beginning[1] then return beginning[2] end
  end
  return nil
end

local callings = {}

--- The fields of work in a description, as a set; nil without any.
function callings.of(description)
  local found
  for word in text.fold(description or ""):gmatch("[%w\x80-\xff]+") do
    local field = field_of(word)
    if field then
      found = found or {}
      found[field] = true
    end
  end
  return found
end

return callings
