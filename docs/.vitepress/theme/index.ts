import { SHARED } from '@credence/charts/page'
import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { defineComponent, h, onMounted, watch } from 'vue'
import { MovingPicture } from './movingPicture.ts'
import './style.css'

/** The usual theme in the colours of every page; light and dark follow its switch. */
const Layout = defineComponent({
  setup() {
    const { isDark } = useData()
    onMounted(() => {
      const sheet = new CSSStyleSheet()
      // Only the tokens and the marks of charts: the page around them is the theme's.
      sheet.replaceSync(SHARED.slice(0, SHARED.indexOf('* { box-sizing')).concat('}'))
      document.adoptedStyleSheets = [sheet]
      watch(
        isDark,
        (dark) => {
          document.documentElement.dataset.theme = dark ? 'dark' : 'light'
        },
        { immediate: true },
      )
    })
    return () => h(DefaultTheme.Layout, null, { 'home-hero-after': () => h(MovingPicture) })
  },
})

export default {
  extends: DefaultTheme,
  Layout,
}
