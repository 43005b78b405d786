-- The audio files below a folder.

local failure = require("lib.failure")
local walking = require("programs.tags.lib.walking")

describe("a folder", function()
  it("is walked without what is hidden, deleted or no audio", function()
    local root = mix.fs.data("spec/walk")
    for _, name in ipairs({ "b.MP3", "a/x.flac", ".hidden/y.flac", "cover.jpg", "a/.z.mp3",
      "#recycle/old.mp3", "a/@eaDir/x.flac/t.mp3", "$RECYCLE.BIN/S-1/$R1.flac" }) do
      assert(mix.fs.write(root .. "/" .. name, "x"))
    end
    local paths = {}
    for place, file in ipairs((walking.files(root))) do paths[place] = file.path end
    assert.are.same({ "a/x.flac", "b.MP3" }, paths)
  end)

  it("names links to a folder that is not granted once", function()
    local root, caught = mix.fs.data("spec/links"), failure.caught
    for _, name in ipairs({ "a.mp3", "b.pem", "c", "d.mp3", "e.mp3" }) do
      assert(mix.fs.write(root .. "/" .. name, "x"))
    end
    local behind = { ["a.mp3"] = "/one", ["b.pem"] = "/one", c = "/one", ["d.mp3"] = "/two" }
    failure.caught = function(call, path)
      local folder = behind[path:match("[^/]+$")]
      if not folder then return caught(call, path) end
      return nil, { kind = "denied", message = ("denied: reading %s is not granted; allow it with "
        .. "--allow-read %s"):format(path, folder) }
    end
    local ok, files, problems = pcall(walking.files, root)
    failure.caught = caught
    assert(ok, files)
    assert.equal("e.mp3", files[1].path)
    assert.are.same({ root .. "/a.mp3 and 2 more: left out, they lead to a folder that is not "
      .. "granted; allow it with --allow-read /one", ("denied: reading %s/d.mp3 is not granted; "
      .. "allow it with --allow-read /two"):format(root) }, problems)
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
