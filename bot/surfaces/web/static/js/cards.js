// Cards that turn: when a card of the board gets a face, it turns over and settles. Those that lay open stay as they are.
const still = matchMedia('(prefers-reduced-motion: reduce)')
new MutationObserver((changes) => {
  for (const { target, oldValue } of changes) {
    if (!target.matches('.cell.up') || !oldValue || /\bup\b|\bturning\b/.test(oldValue) || still.matches) continue
    target.classList.add('turning')
    target.classList.toggle('wide', target.offsetWidth > target.offsetHeight)
    target.addEventListener('animationend', (event) => { if (event.animationName === 'settle') target.classList.remove('turning', 'wide') })
  }
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['class'], attributeOldValue: true })
