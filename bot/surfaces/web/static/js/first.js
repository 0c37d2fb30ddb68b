// The game that plays itself: moments are fetched as they are looked at. Without this script each of them is a link.
const stage = () => document.getElementById('recorded')
let timer, fetched = new Map()
async function moment(at, eyes) {
  const address = `/first/${at}${eyes ? '?eyes=all' : ''}`
  if (!fetched.has(address)) fetched.set(address, fetch(address).then((answer) => answer.ok ? answer.text() : Promise.reject(answer)))
  return fetched.get(address).catch(() => { fetched.delete(address) })
}
async function go(at, eyes) {
  const html = await moment(at, eyes)
  if (!html) return stop()
  window.Idiomorph.morph(stage(), html, { morphStyle: 'outerHTML' })
  button()
  if (at < stage().dataset.last) moment(at + 1, eyes)
}
function next() {
  const { at, last, eyes } = stage().dataset
  const { top, bottom } = stage().getBoundingClientRect()
  if (bottom < 160 || top > innerHeight - 160) return // nobody looks, and what they read would move
  if (at >= last) return stop()
  go(+at + 1, eyes).then(() => { if (+stage().dataset.at >= +last) stop() })
}
function play() { timer = setInterval(next, 5000); button() }
function stop() { clearInterval(timer); timer = undefined; button() }
function button() {
  const it = stage().querySelector('.play')
  it.hidden = false; it.setAttribute('aria-pressed', String(!!timer)); it.classList.toggle('on', !!timer)
  it.querySelector('.hide').textContent = timer ? 'Pause' : 'Play'
}
document.addEventListener('click', (event) => {
  const link = event.target.closest('#recorded a[data-at]')
  if (link) {
    event.preventDefault()
    if (link.closest('.ticks')) stop()
    go(+link.dataset.at, link.dataset.eyes)
  } else if (event.target.closest('#recorded .play')) {
    if (timer) return stop()
    if (stage().dataset.at === stage().dataset.last) go(0, stage().dataset.eyes)
    play()
  }
})
document.addEventListener('visibilitychange', () => { if (document.hidden) stop() })
if (stage()) { button(); if (!matchMedia('(prefers-reduced-motion: reduce)').matches && !location.search) play() }
