/** Where an installed Milepost is, unless somebody chose otherwise. */
const PROGRAM = {
  linux: '/opt/Milepost/milepost',
  mac: '/Applications/Milepost.app/Contents/MacOS/Milepost',
  windows: '%LOCALAPPDATA%\\Programs\\Milepost\\Milepost.exe',
} as const;

/**
 * Examples for the system's own scheduler, once an hour: what is not due costs nothing. The same on every machine, as
 * docs/watching.md has them.
 */
export const scheduleExamples =
  (): string => `# Linux: systemd. Save as ~/.config/systemd/user/milepost-watch.service
[Unit]
Description=Milepost refreshes what was permitted

[Service]
Type=oneshot
ExecStart=${PROGRAM.linux} --watch
# 4: another Milepost is open and does it. 6: a purchase is not settled yet.
SuccessExitStatus=4 6

# Save as ~/.config/systemd/user/milepost-watch.timer, then: systemctl --user enable --now milepost-watch.timer
[Unit]
Description=Milepost refreshes what was permitted, every hour

[Timer]
OnCalendar=hourly
RandomizedDelaySec=10min
Persistent=true

[Install]
WantedBy=timers.target

# macOS: launchd. Save as ~/Library/LaunchAgents/app.milepost.watch.plist, then:
# launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/app.milepost.watch.plist
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>app.milepost.watch</string>
  <key>ProgramArguments</key>
  <array>
    <string>${PROGRAM.mac}</string>
    <string>--watch</string>
  </array>
  <key>StartInterval</key><integer>3600</integer>
  <key>ProcessType</key><string>Background</string>
</dict>
</plist>

# Windows: Task Scheduler. In a command prompt:
schtasks /Create /TN "Milepost watch" /SC HOURLY /TR "\\"${PROGRAM.windows}\\" --watch"
`;
