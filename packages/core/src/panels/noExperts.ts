import { shape } from '../base/shape.ts'
import type { Panel } from '../nouns/panel.ts'

/** A panel without experts: what a rule is where it has nothing to say. */
export const NO_EXPERTS: Panel = {
  capacity: 0,
  settings: () => [],
  init: /* @__PURE__ */ shape<Record<string, never>>({}),
  predict() {},
  update() {},
}
