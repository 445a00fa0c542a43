// Preloaded into the programs that tools start: they get SIGTERM when the tool ends, even killed.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
