-- Decides what is worth a notice, how it is worded, and when it may disturb. Copy this file with
-- `mixhost rules copy notify/standard` and change it.

-- Each returns {title, text, url, to, urgent, group, at} or nil: no notice (docs/notices.md).
local words = {}

-- New videos come together: one notice for all that a refresh found.
function words.video(event)
  return { title = event.title, text = event.text, url = event.url, group = "new videos" }
end

function words.job(event)
  -- A job that was canceled was canceled by the user.
  if event.state == "canceled" then return nil end
  local state = event.state == "done" and "is done" or "has stopped"
  return { title = ("%s %s"):format(event.title, state), text = event.text }
end

-- Doubts can wait for the evening.
function words.doubts(event)
  return { title = event.title, text = "mixhost books review", group = "results in doubt",
    at = "18:00" }
end

function words.sign_in(event)
  return { title = event.title .. " wants you to sign in", text = event.text, urgent = true }
end

function words.chart(event)
  return { title = "New number one: " .. event.title, text = event.text }
end

return {
  kind = "notify",
  doc = "All events; videos together, doubts in the evening, silence at night.",
  quiet = { from = "22:00", to = "07:00" },
  notice = function(event)
    local say = words[event.kind]
    return say and say(event)
  end,
  digest = function(notices)
    local lines = {}
    for place, notice in ipairs(notices) do
      if place > 20 then
        lines[place] = ("and %d more"):format(#notices - 20)
        break
      end
      lines[place] = notice.text and ("%s (%s)"):format(notice.title, notice.text) or notice.title
    end
    local what = notices[1].group
    for _, notice in ipairs(notices) do what = notice.group == what and what or nil end
    return { title = ("%d %s"):format(#notices, what or "notices"),
      text = table.concat(lines, "\n") }
  end,
}
