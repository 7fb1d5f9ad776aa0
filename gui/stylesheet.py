"""The style sheet of the window; `$names` are the tokens of `gui.theme`."""

STYLESHEET = """
QWidget { color: $text; font-size: ${pt}pt; }
QDialog { background: $window; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px; }

QFrame#sidebar { background: $sidebar; border: none; }
QFrame#sidebar QLabel { color: $on_sidebar; font-weight: 600; padding: 14px 12px 10px 12px; }
QFrame#sidebar QToolButton {
    color: $on_sidebar; background: transparent; border: none; border-left: 3px solid transparent;
    padding: 9px 10px; text-align: left; }
QFrame#sidebar QToolButton:hover { background: rgba(255, 255, 255, 0.08); }
QFrame#sidebar QToolButton:checked {
    background: rgba(255, 255, 255, 0.14); border-left: 3px solid $gold; font-weight: 600; }
QFrame#sidebar QToolButton:focus { border-left: 3px solid $on_sidebar; }

QMenuBar { background: $window; border-bottom: 1px solid $border; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $accent_soft; color: $text; }
QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QStatusBar { background: $window; border-top: 1px solid $border; color: $muted; }
QStatusBar QLabel { color: $muted; padding: 0 6px; }
QStatusBar::item { border: none; }

QLabel { background: transparent; }
QLabel[role="title"] { font-size: ${big}pt; font-weight: 700; }
QLabel[role="heading"] { font-size: ${head}pt; font-weight: 600; }
QLabel[role="section"] { color: $muted; font-weight: 600; font-size: ${small}pt; }
QLabel[role="muted"] { color: $muted; }
QLabel[active="true"] { color: $accent; font-weight: 600; }
QLabel[role="error"] { color: $bad; font-size: ${small}pt; }
QLabel[role="figure"] { font-size: ${big}pt; font-weight: 700; color: $accent; }
QLabel[role="why"] {
    background: $accent_soft; color: $text; border-radius: 6px; padding: 8px 10px; }
QLabel[role="badge"] {
    background: $raised; color: $text; border-radius: 9px; padding: 2px 9px;
    font-size: ${small}pt; }
QLabel[role="badge"][exact="true"] { background: $accent_soft; color: $text; font-weight: 600; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit, QTextBrowser {
    background: $surface; border: 1px solid $border; border-radius: 5px; padding: 4px 6px;
    selection-background-color: $accent; selection-color: $on_accent;
    placeholder-text-color: $muted; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {
    border: 1px solid $accent; }
QLineEdit[bad="true"], QComboBox[bad="true"] { border: 1px solid $bad; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { color: $muted; background: $raised; }
QAbstractSpinBox { qproperty-alignment: AlignCenter; }
QAbstractSpinBox QLineEdit { border: none; background: transparent; padding: 0 0 0 4px; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
    image: url("$arrow"); width: 10px; height: 10px; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {
    image: url("$arrow_up"); width: 10px; height: 10px; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
    background: transparent; border: none; width: 18px; }
QComboBox QAbstractItemView {
    background: $surface; color: $text; border: 1px solid $border;
    selection-background-color: $accent_soft; selection-color: $text; }

QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton {
    background: $raised; border: 1px solid $border; border-radius: 5px; padding: 5px 12px; }
QPushButton:hover { border-color: $accent; }
QPushButton:pressed { background: $accent_soft; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $muted; background: $window; }
QPushButton[primary="true"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[primary="true"]:disabled { background: $raised; color: $muted; border-color: $border; }
QPushButton:checked { background: $accent_soft; border-color: $accent; }
QToolButton {
    background: transparent; border: 1px solid transparent; border-radius: 5px; padding: 4px; }
QToolButton:hover { background: $raised; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton:checked { background: $accent_soft; border-color: $accent; }
QCheckBox, QRadioButton { spacing: 7px; background: transparent; }
QCheckBox::indicator, QRadioButton::indicator {
    width: 15px; height: 15px; border: 1px solid $muted; background: $surface; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$tick"); }
QRadioButton::indicator:checked { background: $accent; border: 4px solid $surface; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QLabel:disabled, QCheckBox:disabled { color: $muted; }

QTabBar { background: transparent; }
QTabBar::tab {
    background: transparent; color: $muted; padding: 6px 12px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; font-weight: 600; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:focus { color: $accent; }

QHeaderView { background: $surface; }
QHeaderView::section {
    background: $surface; color: $muted; border: none; border-bottom: 1px solid $border;
    padding: 4px 6px; font-weight: 600; font-size: ${small}pt; }
QTableWidget, QTableView, QListWidget, QTreeWidget {
    background: $surface; border: none; gridline-color: transparent; outline: none;
    selection-background-color: $accent_soft; selection-color: $text;
    alternate-background-color: $window; }
QTableWidget::item, QListWidget::item { padding: 2px 6px; border: none; }
QTableWidget::item:selected, QListWidget::item:selected { background: $accent_soft; color: $text; }
QProgressBar {
    background: $bar_back; border: none; border-radius: 4px; min-height: 8px; max-height: 8px; }
QProgressBar::chunk { background: $accent; border-radius: 4px; }
QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle {
    background: $border; border-radius: 4px; min-height: 28px; min-width: 28px; margin: 2px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    background: none; border: none; width: 0; height: 0; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: $accent_soft; }
"""
