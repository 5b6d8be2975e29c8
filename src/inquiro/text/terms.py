"""Technical and encyclopaedic terms that dictionaries do not have, or only with capitals: all of them public."""

from __future__ import annotations

TERMS = frozenset(
    term.lower()
    for term in """
    AI API APIs ARM ASCII AWS BIOS BSD CAD CI CLI CPU CPUs CRDT CSS CSV DDoS DHCP DNS DOM ECC ESP32 FPGA FTP GPU GPUs GUI HDD HDMI
    HTML HTTP HTTPS IDE IMAP IoT IP IPv4 IPv6 ISO JIT JPEG JSON JVM LAN LED LEDs LLM LLMs LSTM LTE MIDI ML MQTT MP3 NAS NFC NLP
    NoSQL NTP NVMe OAuth OCR OLED ORM OS PCI PDF PHP PNG POSIX PWM RAID RAM REST RFID RISC RNA DNA mRNA RSA AES SHA SSH SSD SSL TLS SDK
    SMTP SQL SRAM SVG TCP TPM UDP UEFI UI URL URLs USB UTF-8 UX VLAN VM VPN VPS WAL WAN WebAssembly WebGL WebRTC WebSocket Wi-Fi WLAN
    XML YAML Zigbee Z-Wave Bluetooth Ethernet Android Ansible Apache Arduino Bash Clojure CUDA Debian Django Docker Elasticsearch
    Emacs Excel Fedora Firefox Flask FreeBSD Git GitHub GitLab Go Golang GNOME Grafana GraphQL Gradle Haskell Homebrew iOS Java
    JavaScript Jenkins Jupyter Kafka KDE Keras Kotlin Kubernetes LaTeX Linux Lua macOS MariaDB Markdown MATLAB Maven MongoDB MySQL
    Neovim Nginx Node.js NumPy Obsidian OpenSSL pandas Perl PostgreSQL Postgres PowerShell Prometheus Python PyTorch Qt React Redis
    Ruby Rust Scala SciPy Scikit SQLite Swift systemd TensorFlow Terraform TypeScript Ubuntu Unicode Unix Vim Vue Wayland Webpack
    Windows WireGuard WordPress Xen ZFS Btrfs ext4 gzip zstd brotli rsync borg restic pg_dump pgvector FAISS BM25 kNN SVM PCA
    3D 2D 4K 5G B12 B6 CO CO2 CH4 H2 H2O N2O NOx O2 O3 pH UV UVA UVB LiFePO4 NMC PVC PET PFAS BPA VOC HEPA HVAC SCOP COP PV
    ADHD ADHS ADS ALS ALT ASD AST BMI BRCA BRCA1 BRCA2 CBT COPD COVID COVID-19 CT CRP CRISPR ECG EEG EKG EMDR GLP-1 HbA1c HDL HER2
    HIV HPV IBS ICU LDL MRI MRT MS MRSA NSAID NSAIDs OCD PCOS PCR PSA PTBS PTSD RSV SSRI SSRIs TIA TSH WHO FDA EMA
    dB dBA Hz kHz MHz GHz kW kWh MWh mmHg ppm lux kB MB GB TB Mbit Gbit
    BIP ETF ETFs GDP GDPR DSGVO IFRS GAAP VAT MwSt IRA UTC GPS CNC PLA ABS PETG FDM DIY FAQ PhD EU UN NATO
    Alzheimer Parkinson Bayes Fourier Fibonacci Gauss Poisson Markov Zettelkasten Pomodoro Montessori Kanban Scrum
    bevacizumab carboplatin paclitaxel docetaxel cisplatin tamoxifen letrozole letrozol anastrozole anastrozol exemestane tamoxifène
    tamoxifeno tamoxifene paroxetine paroxétine paroxetina paroxetin sertraline sertralin sertralina citalopram escitalopram fluoxetine
    fluoxetin venlafaxine venlafaxin mirtazapine mirtazapin bupropion quetiapine olanzapine lithium metformin semaglutide semaglutid
    tirzepatide liraglutide insulin ramipril lisinopril enalapril losartan valsartan candesartan amlodipine amlodipin bisoprolol
    metoprolol propranolol atorvastatin rosuvastatin simvastatin apixaban rivaroxaban warfarin clopidogrel ibuprofen paracetamol
    acetaminophen naproxen diclofenac tramadol gabapentin pregabalin levothyroxine levothyroxin prednisone prednisolone prednisolon
    methotrexate methotrexat adalimumab infliximab rituximab trastuzumab pembrolizumab nivolumab omeprazole omeprazol pantoprazole
    pantoprazol donepezil memantine memantin rivastigmine levodopa carbidopa methylphenidate methylphenidat lisdexamfetamine atomoxetine
    melatonin zolpidem lorazepam diazepam alprazolam amoxicillin doxycycline azithromycin ciprofloxacin nitrofurantoin
    他莫昔芬 帕罗西汀 舍曲林 二甲双胍 布洛芬 タモキシフェン パロキセチン セルトラリン イブプロフェン メトホルミン ディスレクシア
    """.split()
)
