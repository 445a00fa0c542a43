// Preloaded into what the tools start: when the starter disappears, this process is asked to stop as by a signal.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
