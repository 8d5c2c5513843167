import '../styles/tokens.css'
