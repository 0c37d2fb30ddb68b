// A table's page: sends moves without leaving, takes what is new as it comes, and keeps what one has begun to choose.
// Without this script every form still works, and the page is as it was when it was opened.
const page = () => document.getElementById('page')
const notice = document.getElementById('notice')

// ── news ──
let stream, lost = 0
function listen() {
  const address = page()?.dataset.live
  if (!address) return
  stream = new EventSource(address)
  stream.addEventListener('page', (event) => { show(event.data); connected(true) })
  stream.addEventListener('open', () => connected(true))
  stream.addEventListener('gone', () => { stream.close(); location.reload() })
  stream.addEventListener('error', () => {
    connected(false)
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, Math.min(1000 * 2 ** lost++, 15000))
  })
}
// A stream over a line that is gone may seem open for minutes: whoever comes back listens anew.
addEventListener('offline', () => connected(false))
addEventListener('online', () => { stream?.close(); listen() })
function connected(yes) {
  document.body.classList.toggle('cut', !yes)
  if (yes) { lost = 0; document.getElementById('cut')?.remove() }
  else if (!document.getElementById('cut')) say('The line is cut. Your seat is kept; what you miss is played back to you.', 'cut')
}
function show(html) {
  // What was asked for earlier may come later than what has been heard since: a page never goes back.
  const heard_by = (text) => Number(/ data-heard="(\d+)"/.exec(text)?.[1] ?? NaN)
  if (heard_by(html) < Number(page()?.dataset.heard ?? NaN)) return
  const moment = page().dataset.moment
  const held = choices(), heard = document.querySelector('[data-stick]')
  const atEnd = !heard || heard.scrollTop + heard.clientHeight > heard.scrollHeight - 40
  const typing = document.activeElement?.closest?.('form.move')
  Idiomorph.morph(page(), html, {
    morphStyle: 'outerHTML',
    ignoreActiveValue: Boolean(document.activeElement?.matches('input, textarea, select')), // else a pressed button kept its old words
    callbacks: {
      beforeNodeRemoved: (node) => node.id !== 'tray' && !node.matches?.('.refused'), // a button that stays is the same button: it may be half pressed, or have the focus
      beforeNodeMorphed: (old) => !(old.tagName === 'FORM' && old === typing && kept(old)),
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS') && !(node.matches?.('input, textarea, option') && ['value', 'checked', 'selected'].includes(name) && node.dataset.touched),
    },
  })
  for (const each of document.querySelectorAll('.refused')) if (each.nextElementSibling?.dataset.ask !== each.dataset.of) each.remove()
  document.documentElement.dataset.place = page().dataset.place || 'day'
  // what was said of a moment that is over goes with it, once there was time to read it
  if (page().dataset.moment !== moment) scrollTo(0, 0)
  if (page().dataset.moment !== moment) for (const each of [...notice.children]) if (!each.id && Date.now() - each.since > 5000) each.remove()
  restore(held)
  const list = document.querySelector('[data-stick]')
  if (list && atEnd) list.scrollTop = list.scrollHeight
  tick(); wire()
}
// A form in which somebody writes stays as it is while its question is open.
const kept = (form) => [...form.querySelectorAll('textarea, input:not([type=hidden])')].some((each) => each.value && each.dataset.touched)

// ── moves ──
document.addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.matches('form[method=post]') || form.dataset.plain !== undefined) return
  event.preventDefault()
  if (form.dataset.sure && !form.dataset.asked) return sure(form)
  delete form.dataset.asked
  clearTimeout(drafting.get(form))
  const data = new URLSearchParams(new FormData(form, event.submitter))
  data.set('key', form.dataset.key ||= crypto.randomUUID?.() || String(Math.random()).slice(2))
  form.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body: data, headers: { Accept: 'text/html+part' }, redirect: 'follow' })
    if (answer.redirected && !answer.headers.get('content-type')?.includes('part')) { location.href = answer.url; return }
    if (answer.headers.get('content-type')?.includes('problem')) { refused(form, (await answer.json()).detail); delete form.dataset.key; return }
    form.reset(); forget(form); refusal(form)?.remove(); form.closest('.panel:popover-open')?.hidePopover(); show(await answer.text())
  } catch { say('The line is cut: this was not sent yet. Try again in a moment.') }
  finally { form.removeAttribute('aria-busy') }
})
// Why not, where it was written: beside its field, which a notice over the page might cover. It goes when one writes on.
function refused(form, why) {
  if (!form.querySelector('.field, .chips')) return say(why)
  const line = refusal(form) ?? document.createElement('p')
  line.className = 'refused'; line.setAttribute('role', 'alert'); line.textContent = why; line.dataset.of = form.dataset.ask
  form.before(line)
  form.querySelector(':is(input, select, textarea):invalid')?.focus()
  line.scrollIntoView({ block: 'nearest' })
}
const refusal = (form) => form.previousElementSibling?.matches('.refused') ? form.previousElementSibling : null
function sure(form) {
  const line = say(form.dataset.sure.replace(/[.?]?$/, '?'))
  const yes = document.createElement('button')
  yes.className = 'b lit'; yes.textContent = 'Yes'
  yes.addEventListener('click', () => { line.remove(); form.dataset.asked = '1'; form.requestSubmit() })
  line.append(yes); yes.focus()
}
export function say(text, id) {
  const line = document.createElement('p')
  line.textContent = text; line.since = Date.now(); if (id) line.id = id
  notice.replaceChildren(...(id ? [...notice.children] : [...notice.children].filter((each) => each.id)), line)
  if (!id) {
    const close = document.createElement('button')
    close.className = 'b'; close.textContent = 'Close'; close.addEventListener('click', () => line.remove())
    if (!/\?$/.test(text)) line.append(close)
  }
  if (notice.showPopover) { if (notice.matches(':popover-open')) notice.hidePopover(); notice.showPopover() } // above an open sheet, too
  return line
}

// ── choosing: what is touched on the board is picked in the form, and the button says the whole move ──
document.addEventListener('click', (event) => {
  const cell = event.target.closest('[data-cell]')
  if (cell) return card(cell)
  const spot = event.target.closest('[data-pick]:not(.chip, option)')
  if (spot) pick(spot.dataset.pick)
})
document.addEventListener('input', (event) => {
  event.target.dataset.touched = '1'
  const form = event.target.closest('form.move')
  if (form) { refusal(form)?.remove(); label(form); draft(form) }
})
// Touched on the board: it answers the first field that has no answer yet; once more, and it is taken back.
function pick(what) {
  const found = [...document.querySelectorAll('.ask [data-pick]')].filter((each) => each.dataset.pick === what)
  const fields = found.map((each) => each.closest('.chips, select'))
  const open = (field) => field.tagName === 'SELECT' ? !field.value : !field.querySelector('input:checked')
  const taken = found.find((each) => each.selected || each.querySelector('input:checked'))
  const each = taken || found[fields.findIndex(open)] || found.at(-1)
  if (!each) return
  const box = each.tagName === 'OPTION' ? each : each.querySelector('input')
  each.closest('details')?.setAttribute('open', '')
  if (box !== each) box.checked = each !== taken
  else each.parentElement.value = each === taken ? '' : each.value
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
function card(button, again) {
  const dock = document.querySelector('.dock'), cell = button.closest('.cell')
  for (const each of document.querySelectorAll('.cell.mine')) if (each !== cell) each.classList.remove('mine')
  const forms = cell.querySelector('template').content.cloneNode(true)
  const first = forms.querySelector('[data-first]')
  if (![...forms.querySelectorAll('[name=ask]')].some((each) => each.value)) {
    document.getElementById('tray')?.remove()
    if (!again) { document.body.append(forms.firstElementChild); const form = document.body.lastElementChild; form.hidden = true; form.requestSubmit(); form.remove() }
    return
  }
  cell.classList.add('mine')
  let tray = document.getElementById('tray')
  if (!tray) { tray = document.createElement('div'); tray.id = 'tray'; tray.className = 'offers'; dock.querySelector('.ask, .waiting')?.before(tray) }
  const offered = [...forms.children].filter((each) => each !== first), html = offered.map((each) => each.outerHTML).join('')
  if (tray.offered !== html) { tray.replaceChildren(...offered); tray.offered = html }
  for (const each of tray.querySelectorAll('form[hidden]')) each.remove()
  tray.dataset.of = button.dataset.cell
  if (first && !again) { first.hidden = true; tray.append(first); first.requestSubmit() }
  tray.querySelector('button:not([hidden])')?.scrollIntoView({ block: 'nearest' })
}
// What is picked for the answer that is owed is marked on the board.
function mark() {
  const picked = new Set([...document.querySelectorAll('.ask .chip:has(input:checked), .ask option:checked')].map((each) => each.dataset.pick))
  for (const spot of document.querySelectorAll('.stage [data-pick]')) spot.classList.toggle('picked', picked.has(spot.dataset.pick))
}
function label(form) {
  const button = form.querySelector('button[data-says]')
  if (!button || !button.dataset.says.includes('{value}')) return
  const picked = [...form.querySelectorAll('input:checked, option:checked')].map((each) => each.dataset.says).filter(Boolean)
  const typed = [...form.querySelectorAll('.field input')].map(read).filter(Boolean)
  const said = button.dataset.said !== undefined
  const words = said ? [...typed.map((each) => each.toUpperCase()), ...picked].join(' ') : [...typed, ...picked].join(', ')
  if (button.classList.contains('lit') || button.classList.contains('not')) { const ready = form.checkValidity(); button.classList.toggle('lit', ready); button.classList.toggle('not', !ready) }
  button.firstElementChild.textContent = words ? whole(button.dataset.verb, words) : button.dataset.else || button.dataset.verb || 'Confirm'
  mark()
}
// A verb that the choices bring along is not said twice. “Offer …” with 45 is “Offer 45”; “Hide” with two choices is “Hide: Attic, quietly”.
const whole = (verb, words) => (!verb ? words[0].toUpperCase() + words.slice(1) : verb.endsWith('…') ? `${verb.slice(0, -1).trim()} ${words}` : `${verb}: ${words}`)
// A number reads with its unit: 40 is “$40”, 1 is “1 coin”.
function read(field) {
  const text = field.value.trim(), forms = field.dataset.reads?.split('|')
  return forms && /^[\d.,]+$/.test(text) ? (text === '1' ? forms[0] : forms.at(-1)).replace('…', text) : text
}
const drafting = new WeakMap()
function draft(form) {
  if (!form.dataset.draft || !form.checkValidity()) return
  clearTimeout(drafting.get(form))
  drafting.set(form, setTimeout(() => fetch(form.dataset.draft, { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { Accept: 'application/json' } }).catch(() => {}), 400))
}
// What was chosen is found again after the page has changed, as long as the question is the same.
function choices() {
  const held = []
  for (const form of document.querySelectorAll('form.move[data-ask]')) {
    for (const each of form.elements) if (each.name && each.type !== 'hidden' && each.dataset.touched) held.push([form.dataset.ask, form.querySelector('[name=type]')?.value, each.name, each.type, each.value, each.checked])
  }
  return { held, tray: document.getElementById('tray')?.dataset.of }
}
function restore({ held, tray }) {
  for (const [ask, kind, name, type, value, checked] of held) {
    for (const form of document.querySelectorAll(`form.move[data-ask="${CSS.escape(ask)}"]`)) {
      if (form.querySelector('[name=type]')?.value !== kind) continue
      for (const each of form.elements) {
        if (each.name !== name || (['radio', 'checkbox'].includes(type) && each.value !== value)) continue
        if (['radio', 'checkbox'].includes(type)) each.checked = checked; else if (each !== document.activeElement) each.value = value
        each.dataset.touched = '1'
      }
      label(form)
    }
  }
  const cell = tray !== undefined && document.querySelector(`[data-cell="${tray}"]`)
  if (cell) card(cell, true)
  else document.getElementById('tray')?.remove()
}
function forget(form) { for (const each of form.elements) delete each.dataset.touched; delete form.dataset.key }

// ── a link for a friend ──
document.addEventListener('click', (event) => {
  const copy = event.target.closest('[data-copy]')
  if (!copy) return
  const field = document.getElementById(copy.dataset.copy)
  field.select()
  const done = () => { copy.textContent = 'Copied' }
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {})
  else if (document.execCommand('copy')) done() // a home network has no https, and so no clipboard
})

// ── clocks ──
function tick() {
  for (const each of document.querySelectorAll('[data-due]')) {
    const left = Math.max(0, (each.dataset.due - Date.now()) / 1000), whole = Math.max(1, (each.dataset.due - each.dataset.since) / 1000)
    each.querySelector('b').textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`
    each.style.setProperty('--left', `${Math.min(100, 100 * left / whole)}%`)
  }
}
// ── secrets fall shut when the page is left ──
document.addEventListener('visibilitychange', () => { if (document.hidden) for (const each of document.querySelectorAll('details[data-veil][open]')) each.open = false })
// What is missing is said by us, in the form.
function wire() { for (const form of document.querySelectorAll('form.move')) { form.noValidate = true; label(form) } mark() }

if (page()) { listen(); tick(); wire(); setInterval(tick, 500); const list = document.querySelector('[data-stick]'); if (list) list.scrollTop = list.scrollHeight }
