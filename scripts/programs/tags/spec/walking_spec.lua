-- The audio files below a folder.

local walking = require("programs.tags.lib.walking")

describe("a folder", function()
  it("is walked without what is hidden or no audio", function()
    local root = mix.fs.data("spec/walk")
    for _, name in ipairs({ "b.MP3", "a/x.flac", ".hidden/y.flac", "cover.jpg", "a/.z.mp3" }) do
      assert(mix.fs.write(root .. "/" .. name, "x"))
    end
    local paths = {}
    for place, file in ipairs((walking.files(root))) do paths[place] = file.path end
    assert.are.same({ "a/x.flac", "b.MP3" }, paths)
  end)

  it("names the music of other formats", function()
    local root = mix.fs.data("spec/formats")
    for _, name in ipairs({ "a.WMA", "a/b.wma", "c.mp+", "d.dsf", "e.flac", "f.txt", ".g.ape" }) do
      assert(mix.fs.write(root .. "/" .. name, "x"))
    end
    local files, problems = walking.files(root)
    assert.equal(1, #files)
    assert.are.same({ root .. ": left out, their formats are not read: DSF files (1), "
      .. "MP+ files (1), WMA files (2)" }, problems)
  end)
end)
