-- The words that made-up channels and videos are named with.

local function list(text)
  local words = {}
  for word in text:gmatch("%S+") do words[#words + 1] = word end
  return words
end

return {
  first_names = list([[
    Nora Elias Mira Jonas Ava Leon Clara Milo Iris Hugo Tessa Oscar Luna Felix Stella Max Ruby Noah
    Freya Kai Maya Theo Zoe Finn Alma Ravi Ines Omar Lena Dario Selma Yusuf Greta Mateo Anouk Silas
    Priya Anton Marisol Tariq]]),
  verbs = list([[
    Hold Find Leave Follow Remember Forgive Carry Trust Wake Forget Chase Call]]),
  adjectives = list([[
    Golden Silver Midnight Broken Electric Quiet Endless Crimson Velvet Frozen Burning Hollow Lucky
    Distant Paper Neon Summer Winter Lonely Restless Tender Wild Sacred Hidden Fading Glass Blue
    Violet Heavy Gentle Northern Southern Second Last First Secret Foreign Plastic Careless Wasted
    Bitter Sweet Slow Sudden Perfect Simple Modern Ancient Morning Borrowed Reckless Sleepless]]),
  nouns = list([[
    Harbour Lights River Heart Mirror Summer Thunder Garden Ocean Highway Avenue Shadow Fever Letter
    Stranger Echo Signal Horizon Diamond Ghost Paradise Carousel Satellite Island Window Fire Rain
    Memory Promise Station Empire Orchid Lantern Cathedral Avalanche Parade Compass Kingdom Ember
    Tiger Sparrow Machine Daylight Gravity Hurricane Ladder Anthem Voyage Season Kiss Dance Dream
    Street Skyline Tide Wonder Silence Whisper Circus Falcon]]),
}
