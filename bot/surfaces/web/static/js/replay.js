// A game played back: steps forward and back, plays by itself, and changes eyes. A page asks its server for each step; a file
// has them all in itself. Without this script the links do the same.
(() => {
  const root = document.documentElement, by = (id) => document.getElementById(id)
  const data = JSON.parse(by('reel').textContent), film = by('film') && JSON.parse(by('film').textContent)
  const all = data.all, last = all.length - 1
  let { eyes, step } = data, playing = 0, asked = 0
  root.classList.add('js')

  // ── where we are ──
  const own = (who = eyes) => data.stops[who]
  const before = (stops, step) => { let low = 0, high = stops.length; while (low < high) { const mid = (low + high) >> 1; if (stops[mid] <= step) low = mid + 1; else high = mid } return Math.max(0, low - 1) }
  const place = () => before(own(), step)
  const address = (step, eyes) => (film ? '#' : '?') + `step=${step}&eyes=${eyes}`
  const chapter = (step) => data.chapters.findLast(([start]) => start <= step)?.[1] || ''

  // ── steps ──
  const held = new Map(), states = {}
  function unrolled(eyes) {
    if (states[eyes]) return states[eyes]
    let lines = []
    return states[eyes] = film.reels[eyes].map((changes) => { lines = lines.slice(); for (const [at, gone, ...come] of changes) lines.splice(at, gone, ...come); return lines })
  }
  async function html(step, eyes) {
    if (film) return unrolled(eyes)[before(own(eyes), step)].map((n) => film.lines[n]).join('\n')
    const key = address(step, eyes)
    if (!held.has(key)) {
      const coming = fetch(key, { headers: { Accept: 'text/html+part' } }).then((answer) => { if (!answer.ok) throw answer; return answer.text() })
      held.set(key, coming); coming.catch(() => held.delete(key))
      if (held.size > 300) held.delete(held.keys().next().value)
    }
    return held.get(key)
  }
  async function go(to, who = eyes) {
    const stops = own(who), stop = stops[before(stops, to)], turn = ++asked
    step = to; eyes = who
    marks(stop)
    let drawn
    try { drawn = await html(stop, who) } catch { if (turn === asked) { rest(); note('The line is cut: this step did not come.') } return }
    if (turn !== asked) return
    Idiomorph.morph(by('moment'), drawn, { morphStyle: 'outerHTML', callbacks: { beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS') } })
    root.dataset.place = by('moment').dataset.place
    document.querySelector('.mind')?.scrollTo(0, 0)
    history.replaceState(null, '', address(stop, who))
    if (!film) for (const near of [stops[place() + 1]]) if (near !== undefined) html(near, who).catch(() => {})
  }
  function marks(stop) {
    const at = before(all, stop), x = `${100 * (at + 0.5) / all.length}%`, stops = own(), here = place()
    by('head').setAttribute('x1', x); by('head').setAttribute('x2', x)
    const text = `Step ${at + 1} of ${all.length}`
    by('at').textContent = text
    by('scrub').value = at; by('scrub').setAttribute('aria-valuetext', [chapter(stop), text].filter(Boolean).join(', '))
    by('back').href = address(stops[Math.max(0, here - 1)], eyes); by('next').href = address(stops[Math.min(stops.length - 1, here + 1)], eyes)
    for (const each of document.querySelectorAll('[data-eyes]')) {
      each.href = address(step, each.dataset.eyes)
      if (each.dataset.eyes === eyes) each.setAttribute('aria-current', 'true'); else each.removeAttribute('aria-current')
    }
  }
  const move = (by) => { const stops = own(), to = stops[place() + by]; if (to !== undefined) go(to); return to !== undefined }

  // ── playing ──
  const pace = () => { const words = document.querySelector('.now')?.textContent.trim().length || 0, one = +by('pace').value; return one + Math.min(2.5 * one, words * one / 90) }
  function play() {
    if (place() >= own().length - 1) go(own()[0])
    by('page').classList.add('plays'); by('play').setAttribute('aria-label', 'Pause')
    const on = () => { if (!move(1)) return rest(); playing = setTimeout(on, pace()) }
    playing = setTimeout(on, pace() / 2)
  }
  function rest() {
    clearTimeout(playing); playing = 0
    by('page').classList.remove('plays'); by('play').setAttribute('aria-label', 'Play')
  }
  const toggle = () => playing ? rest() : play()

  // ── what is pressed ──
  const read = (text) => { const found = new URLSearchParams(text.replace(/^.*?[?#]/, '')); return { step: +found.get('step') || 0, eyes: found.get('eyes') } }
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]'), href = link?.getAttribute('href') || ''
    if (!href.includes('step=') || event.metaKey || event.ctrlKey || event.button) return
    event.preventDefault()
    const to = read(href)
    if (!link.dataset.eyes) rest()
    if (data.stops[to.eyes]) go(to.step, to.eyes)
  })
  by('play').addEventListener('click', toggle)
  by('scrub').addEventListener('input', () => { rest(); go(all[by('scrub').value]) })
  by('copy').addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(location.href); note('Copied: the link opens at this moment.') } catch { note(location.href) }
  })
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('select, textarea')) return
    const stops = own()
    if (event.key === 'ArrowLeft') { rest(); move(-1) }
    else if (event.key === 'ArrowRight') { rest(); move(1) }
    else if (event.key === 'Home') { rest(); go(stops[0]) }
    else if (event.key === 'End') { rest(); go(stops[stops.length - 1]) }
    else if (event.key === ' ' && !event.target.closest?.('button, summary, a')) toggle()
    else return
    event.preventDefault()
  })
  addEventListener('hashchange', () => { const to = read(location.hash); if (film && data.stops[to.eyes]) go(to.step, to.eyes) })
  function note(text) {
    const line = document.createElement('p')
    line.textContent = text; by('notice').replaceChildren(line)
    setTimeout(() => line.remove(), 6000)
  }

  by('scrub').max = last
  const first = film ? read(location.hash) : {}
  if (data.stops[first.eyes]) go(first.step, first.eyes); else marks(step)
})()
