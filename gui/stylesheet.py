"""The style sheet of the window: its colours are roles of the palette, set by `gui.theme`.

Some roles serve a purpose that Qt has no name for: `mid` borders, `midlight` what is chosen,
`dark` the borders of fields, `light` the empty part of a bar, `bright-text` what is wrong, `shadow`
the sidebar. `$names` are sizes of letters and pictures.
"""

STYLESHEET = """
QDialog { background: palette(window); }
QToolTip {
    background: palette(button); color: palette(window-text); border: 1px solid palette(mid);
    padding: 4px; }

QFrame#help-sheet {
    background: palette(window); border: none; border-left: 1px solid palette(mid); }
QFrame#sidebar { background: palette(shadow); border: none; }
QFrame#sidebar QLabel {
    color: $on_sidebar; font-weight: 600; font-size: ${small}pt; padding: 12px 12px 3px 14px; }
QFrame#sidebar QToolButton {
    color: $on_sidebar; background: transparent; border: none; border-left: 3px solid transparent;
    padding: 9px 4px 9px 8px; text-align: left; }
QFrame#sidebar QToolButton:checked {
    background: rgba(255, 255, 255, 0.14); border-left: 3px solid $gold; font-weight: 600; }
QFrame#sidebar QToolButton:focus { border-left: 3px solid $on_sidebar; }

QMenuBar { background: palette(window); border-bottom: 1px solid palette(mid); padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: palette(midlight); color: palette(window-text); }
QMenu { background: palette(base); border: 1px solid palette(mid); padding: 4px; }
QMenu::item { padding: 5px 28px 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: palette(midlight); color: palette(window-text); }
QMenu::item:disabled { color: palette(placeholder-text); }
QMenu::separator { height: 1px; background: palette(mid); margin: 4px 8px; }
QStatusBar {
    background: palette(window); border-top: 1px solid palette(mid);
    color: palette(placeholder-text); }
QStatusBar QLabel { color: palette(placeholder-text); padding: 0 6px; }
QStatusBar::item { border: none; }
QStatusBar QPushButton { margin-right: 12px; }

QLabel { background: transparent; }
QLabel[role="title"] { font-size: ${big}pt; font-weight: 700; }
QLabel[role="heading"] { font-size: ${head}pt; font-weight: 600; }
QLabel[role="section"] {
    color: palette(placeholder-text); font-weight: 600; font-size: ${small}pt; }
QLabel[role="muted"] { color: palette(placeholder-text); }
QLabel[active="true"] { color: palette(highlight); font-weight: 600; }
QLabel[role="error"] { color: palette(bright-text); font-size: ${small}pt; }
QLabel[role="figure"] { font-size: ${head}pt; font-weight: 700; color: palette(highlight); }
QLabel[role="verdict"] { font-size: ${big}pt; font-weight: 700; color: palette(highlight); }
QLabel[role="why"] {
    background: palette(midlight); color: palette(window-text); border-radius: 6px;
    padding: 8px 10px; }
QLabel[role="why"][empty="true"] { background: transparent; }
QLabel[role="why"][wrong="true"] {
    background: transparent; color: palette(bright-text); border: 1px solid palette(bright-text);
    padding: 7px 9px; }
QLabel[role="badge"] {
    background: palette(button); color: palette(window-text); border-radius: 9px; padding: 2px 9px;
    font-size: ${small}pt; }
QLabel[role="badge"][exact="true"] {
    background: palette(midlight); color: palette(window-text); font-weight: 600; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextBrowser {
    background: palette(base); border: 1px solid palette(dark); border-radius: 5px;
    padding: 4px 6px;
    selection-background-color: palette(highlight); selection-color: palette(highlighted-text);
    placeholder-text-color: palette(placeholder-text); }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {
    border: 1px solid palette(highlight); }
QLineEdit[bad="true"] { border: 1px solid palette(bright-text); }
QLineEdit[bad="true"]:focus { border: 2px solid palette(bright-text); padding: 3px 5px; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled {
    color: palette(placeholder-text); background: palette(button); }
QAbstractSpinBox { qproperty-alignment: AlignCenter; }
QLineEdit[plain="true"] { border: none; background: transparent; padding: 0 2px; }
QAbstractSpinBox QLineEdit { border: none; background: transparent; padding: 0 0 0 4px; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
    image: url("$arrow"); width: 10px; height: 10px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {
    image: url("$arrow_up"); width: 10px; height: 10px; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
    background: transparent; border: none; width: 18px; }
QComboBox QAbstractItemView {
    background: palette(base); color: palette(window-text); border: 1px solid palette(mid);
    selection-background-color: palette(midlight); selection-color: palette(window-text); }

QPushButton {
    background: palette(button); border: 1px solid palette(dark); border-radius: 5px;
    padding: 5px 12px; }
QPushButton:hover { border-color: palette(highlight); }
QPushButton:pressed { background: palette(midlight); }
QPushButton:focus { border: 2px solid palette(highlight); padding: 4px 11px; }
QPushButton:disabled { color: palette(placeholder-text); background: palette(window); }
QPushButton[primary="true"] {
    background: palette(highlight); color: palette(highlighted-text);
    border-color: palette(highlight); font-weight: 600; }
QPushButton[primary="true"]:focus { border-color: palette(window-text); }
QPushButton[primary="true"]:disabled {
    background: palette(button); color: palette(placeholder-text); border-color: palette(mid); }
QToolButton {
    background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 4px; }
QToolButton:hover { background: palette(button); }
QToolButton:focus { border: 1px solid palette(highlight); }
QCheckBox { spacing: 7px; background: transparent; }
QCheckBox::indicator {
    width: 15px; height: 15px; border: 1px solid palette(placeholder-text); border-radius: 4px;
    background: palette(base); }
QCheckBox::indicator:checked {
    background: palette(highlight); border-color: palette(highlight); image: url("$tick"); }
QCheckBox:focus { color: palette(highlight); }
QLabel:disabled, QCheckBox:disabled { color: palette(placeholder-text); }

QTabBar { background: transparent; }
QTabBar::tab {
    background: transparent; color: palette(placeholder-text); padding: 6px 12px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected {
    color: palette(window-text); border-bottom: 2px solid palette(highlight); }
QTabBar::tab:hover { color: palette(window-text); }
QTabBar::tab:focus { color: palette(highlight); }

QHeaderView { background: palette(base); }
QHeaderView::section {
    background: palette(base); color: palette(placeholder-text); border: none;
    border-bottom: 1px solid palette(mid);
    padding: 4px 6px; font-weight: 600; font-size: ${small}pt; }
QTableCornerButton::section {
    background: palette(base); border: none; border-bottom: 1px solid palette(mid); }
QTableView, QListWidget {
    background: palette(base); border: none; gridline-color: transparent; outline: none;
    selection-background-color: palette(midlight); selection-color: palette(window-text);
    alternate-background-color: palette(window); }
QTableWidget::item, QListWidget::item { padding: 2px 6px; border: none; }
QTableWidget::item:selected, QListWidget::item:selected {
    background: palette(midlight); color: palette(window-text); }
QProgressBar {
    background: palette(light); border: none; border-radius: 4px; min-height: 8px;
    max-height: 8px; }
QProgressBar::chunk { background: palette(highlight); border-radius: 4px; }
QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle {
    background: palette(mid); border-radius: 4px; min-height: 28px; min-width: 28px; margin: 2px; }
QScrollBar::handle:hover { background: palette(placeholder-text); }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    background: none; border: none; width: 0; height: 0; }
QSplitter::handle { background: transparent; image: url("$grip"); }
QSplitter::handle:hover { background: palette(midlight); }
"""
